import { Injectable } from '@nestjs/common';
import { CallSignals } from '../../actions/performing/call-signals.js';
import { transition } from '../../actions/rules/transition.js';
import type { Principal } from '../../auth/access/principal.js';
import { AuthenticationService } from '../../auth/authentication.service.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import { cannotDecide } from '../approval.errors.js';
import { DecisionWaits } from '../waiting/decision-waits.js';
import { DecisionTransactions } from './decision-transactions.js';

/** The question that an agent takes back, and the approval that an operator takes back (docs/contract.md, "Approvals"). */
@Injectable()
export class WithdrawalService {
  constructor(
    private readonly transactions: DecisionTransactions,
    private readonly authentication: AuthenticationService,
    private readonly decisionWaits: DecisionWaits,
    private readonly signals: CallSignals,
  ) {}

  /** @throws 404; 409 already-decided, and already-begun for the review of a call that ran */
  withdraw(caller: Principal, credential: string, id: string, key: IdempotencyKey | null) {
    return this.end(caller, credential, id, key, {
      command: { type: 'give-up' },
      name: 'approval.withdrawn',
      decisionOf: () => ({ reason: 'withdrawn', decidedBy: null }),
    });
  }

  /** @throws 404; 409 not-approved, already-decided, already-begun, session-rolled-back */
  revoke(caller: Principal, credential: string, id: string, key: IdempotencyKey | null) {
    return this.end(caller, credential, id, key, {
      command: { type: 'revoke' },
      name: 'approval.revoked',
      decisionOf: ({ label }) => ({ reason: 'revoked', decidedBy: label }),
    });
  }

  /** Decides under the lock of the session: either the call begins, or it is taken back. */
  private async end(
    caller: Principal,
    credential: string,
    id: string,
    key: IdempotencyKey | null,
    { command, name, decisionOf }: Ending,
  ) {
    const answer = await this.authentication.retryWhenStale(caller, credential, (current) =>
      this.transactions.decide(current, id, key, async (em, approval, action) => {
        const { refusal } = transition(action, command, action.now);
        if (refusal) throw cannotDecide(refusal, approval);
        return [await this.transactions.record(em, { approval, action, command }, name, decisionOf(current))];
      }),
    );
    this.decisionWaits.decided(id);
    this.signals.over(caller.organizationId, answer.data.actionId);
    return answer;
  }
}

interface Ending {
  readonly command: { readonly type: 'give-up' } | { readonly type: 'revoke' };
  readonly name: string;
  readonly decisionOf: (caller: Principal) => { readonly reason: string; readonly decidedBy: string | null };
}
