import { Injectable } from '@nestjs/common';
import { undoOf } from '../../actions/rules/call-undo.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, IdempotencyKeys } from '../../auth/idempotency.js';
import { Config } from '../../config/config.js';
import { Database } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { sha256 } from '../../platform/hash.js';
import { Idempotent } from '../../platform/http/answers/answer.js';
import { type Problem, toProblem } from '../../platform/http/answers/problem.js';
import { isId, newId } from '../../platform/ids.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { RegistryService } from '../../registry/registry.service.js';
import { approveAlone } from '../approval.errors.js';
import type { toApprovalView } from '../approval.view.js';
import type { DecisionDto } from '../approvals.dto.js';
import { ApprovalsRepository } from '../approvals.repository.js';
import { DecisionsService } from './decisions.service.js';

/** The result of one decision: its approval, or the reason why it was refused. */
interface Decided {
  readonly id: string;
  readonly status: number;
  readonly approval: ReturnType<typeof toApprovalView> | null;
  readonly error: Problem | null;
}

/**
 * Several decisions in one request: each is one of its own, in a transaction of its own, and none undoes another
 * (docs/contract.md, "Approvals").
 */
@Injectable()
export class SeveralDecisions {
  constructor(
    private readonly decisions: DecisionsService,
    private readonly database: Database,
    private readonly idempotency: IdempotencyKeys,
    private readonly config: Config,
    private readonly logger: PinoLogger,
    private readonly approvals: ApprovalsRepository,
    private readonly registry: RegistryService,
  ) {}

  /**
   * @throws 400 for an approval that is named twice or names no arguments, and for a member that does not fit the
   * decision; 409 idempotency-conflict
   */
  async decide(
    caller: Principal,
    credential: string,
    decisions: readonly DecisionDto[],
    key: IdempotencyKey | null,
  ): Promise<Idempotent<readonly Decided[]>> {
    check(decisions);
    const replayed = key !== null && (await this.isTaken(caller, key));
    const isTogether = decisions.filter(({ decision }) => decision === 'approve').length > 1;
    const answers: Decided[] = [];
    for (const decision of decisions)
      answers.push(await this.answer(caller, credential, { decision, isTogether }, key));
    return new Idempotent(answers, replayed);
  }

  /**
   * The key of the request is written first. Each decision also has a key of its own, so that a repeated request makes
   * the decisions that the first one did not reach.
   */
  private async isTaken(caller: Principal, key: IdempotencyKey): Promise<boolean> {
    const { replayed } = await this.database.transaction(caller.organizationId, (em) =>
      this.idempotency.once(
        em,
        caller,
        key,
        async () => newId(),
        async (id) => id,
      ),
    );
    return replayed;
  }

  private async answer(
    caller: Principal,
    credential: string,
    { decision, isTogether }: { decision: DecisionDto; isTogether: boolean },
    key: IdempotencyKey | null,
  ): Promise<Decided> {
    const { id } = decision;
    try {
      if (isTogether && decision.decision === 'approve') await this.checkExact(caller, decision);
      const own = key && { scope: sha256(`${key.scope} ${id}`), requestHash: key.requestHash };
      const { data } = await this.one(caller, credential, decision, own);
      const { url: _url, payload: _payload, payloadHash: _hash, payloadShown: _shown, ...rest } = data;
      const {
        snapshot: _snapshot,
        formerSnapshot: _former,
        providerRefusal: _refusal,
        redacted: _redacted,
        grant: _grant,
        approvers: _approvers,
        ...approval
      } = rest;
      return { id, status: 200, approval, error: null };
    } catch (error) {
      const { requestId } = caller;
      const { problem, unexpected } = toProblem(error, this.config.errorsUrl, requestId);
      if (unexpected) this.logger.error({ err: error, requestId }, 'one of several decisions failed unexpectedly');
      return { id, status: problem.status, approval: null, error: problem };
    }
  }

  /** @throws 409 approve-alone unless an undo of the call restores the previous values; what is not there is refused later */
  private async checkExact({ organizationId }: Principal, { id, payload }: DecisionDto): Promise<void> {
    if (!isId(id)) return;
    const row = await this.database.transaction(organizationId, (em) => this.approvals.find(em, organizationId, id));
    if (row?.approval_status !== 'PENDING') return;
    const operation = this.registry.find(row.api_name)?.operation ?? null;
    const captured = row.snapshot_failed === null ? null : { failed: row.snapshot_failed, reversibility: null };
    // Edited arguments, and those of a call that the service makes, are captured once they are approved.
    const isNamed = row.simulated || row.performed || payload !== undefined;
    if (undoOf(operation, isNamed ? 'simulated' : captured).reversibility !== 'exact') throw approveAlone();
  }

  private one(caller: Principal, credential: string, decision: DecisionDto, key: IdempotencyKey | null) {
    const { id, payloadHash, payload, reason } = decision;
    if (!isId(id)) throw notFound('approval');
    const shown = { ...(payloadHash !== undefined && { payloadHash }) };
    if (decision.decision === 'reject')
      return this.decisions.reject(caller, credential, id, { ...shown, ...(reason !== undefined && { reason }) }, key);
    return this.decisions.approve(
      caller,
      credential,
      id,
      { ...shown, ...(payload && { payload }), ...(reason !== undefined && { reason }) },
      key,
    );
  }
}

function check(decisions: readonly DecisionDto[]): void {
  const named = new Set<string>();
  for (const [index, { id, decision, payloadHash, payload, reason }] of decisions.entries()) {
    const at = (member: string) => `decisions.${index}.${member}`;
    if (named.has(id)) throw validationFailed(at('id'), 'is named twice');
    named.add(id);
    if (decision === 'approve' && payloadHash === undefined)
      throw validationFailed(at('payloadHash'), 'is needed: GET /approvals/:id answers it with the arguments');
    if (decision === 'reject' && payload) throw validationFailed(at('payload'), 'belongs to an approval');
    if (decision === 'approve' && !payload && reason !== undefined)
      throw validationFailed(at('reason'), 'belongs to a rejection or to edited arguments');
  }
}
