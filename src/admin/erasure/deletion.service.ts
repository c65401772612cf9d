import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/access/principal.js';
import { AuthenticationService } from '../../auth/authentication.service.js';
import { Accounts } from '../../auth/organizations/accounts.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { answered, STALE } from '../../auth/retry.js';
import type { ClientFacts } from '../../auth/sign-in/client-facts.js';
import { Proofs } from '../../auth/sign-in/proofs.js';
import { KeyRing } from '../../credentials/key-ring.js';
import { Database } from '../../platform/database/database.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { RollbackService } from '../../rollback/rollback.service.js';

/** The end of an account (docs/contract.md, "Auth"); its rows are erased by `ErasureJob`. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly database: Database,
    private readonly authentication: AuthenticationService,
    private readonly proofs: Proofs,
    private readonly accounts: Accounts,
    private readonly epochs: OrganizationEpochs,
    private readonly keys: KeyRing,
    private readonly rollbacks: RollbackService,
    private readonly logger: PinoLogger,
  ) {}

  /**
   * Deletes the organization in one transaction: it accepts no credential any more, its key is gone, and its e-mail
   * addresses are free. The caller's identity is read anew before. There is no entry in the audit, which goes with the
   * rest.
   * @throws 401; 403 proof-required; 409 rollback-running
   */
  async delete(caller: Principal, credential: string, password: string | undefined, from: ClientFacts) {
    const by = await this.proofs.require(caller, credential, password, from);
    const answer = await this.authentication.retryWhenStale(caller, credential, (current) =>
      this.database.transaction(current.organizationId, async (em) => {
        // Locked before its users and keys, while their changes lock it after: a deadlock is broken by trying again.
        if (!(await this.accounts.lock(em, current))) return STALE;
        await this.rollbacks.refuseWhileRunning(em, current.organizationId);
        await this.keys.destroy(em, current.organizationId);
        await this.accounts.close(em, current.organizationId);
        return answered({ id: current.id, deleted: true });
      }),
    );
    this.epochs.forget(caller.organizationId);
    this.logger.info({ organizationId: caller.organizationId, by, address: from.address }, 'an account was deleted');
    return answer;
  }
}
