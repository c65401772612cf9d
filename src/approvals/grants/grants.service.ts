import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { Database } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { Page } from '../../platform/http/answers/answer.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import { InvalidPatternError, parsePattern } from '../../policies/pattern.js';
import type { Approvable } from '../../policies/policies.service.js';
import { type GrantRow, toGrantView } from './grant.view.js';
import { type Grantable, GrantsRepository, type WantedGrant } from './grants.repository.js';

/**
 * Approvals given in advance, for calls of one session. `record_actions` uses them under the lock of the session's row,
 * so that a grant that is revoked, expired or used up clears no further call, in any process.
 */
@Injectable()
export class GrantsService {
  constructor(
    private readonly database: Database,
    private readonly repository: GrantsRepository,
    private readonly audit: AuditTrail,
  ) {}

  list({ organizationId }: Principal, { limit, cursor }: PageQuery) {
    return this.database.transaction(organizationId, async (em) =>
      Page.of(await this.repository.page(em, organizationId, cursor, limit + 1), limit, toGrantView),
    );
  }

  /** Revoking again changes nothing. @throws 404 */
  revoke(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const grant = await this.repository.lock(em, organizationId, id);
      if (!grant) throw notFound('grant');
      if (!grant.revoked_at) {
        await this.repository.revoke(em, id);
        const revoked = (await this.repository.find(em, organizationId, id)) ?? grant;
        await this.audit.record(em, caller, changeOf('grant.revoked', grant, revoked));
      }
      return { id, deleted: true };
    });
  }

  /** Revokes the grants of an agent that is paused. */
  async revokeAllOf(caller: Principal, agent: string): Promise<void> {
    const { organizationId } = caller;
    const active = await this.database.transaction(organizationId, (em) =>
      this.repository.activeOf(em, organizationId, agent),
    );
    for (const id of active) await this.revoke(caller, id);
  }

  /**
   * Part of the approval's transaction, which holds its session and records the change last. It stands for the
   * policies of now, and for none that is added or changed later, which the operator has not seen; for a tool call, whose
   * calls may have any name, only for those that asked for the approved one.
   * @throws 400 for the tool call of a call that belongs to none
   */
  async create(
    em: EntityManager,
    { organizationId, label }: Principal,
    approval: Grantable,
    wanted: WantedGrant,
    approvable: readonly Approvable[],
  ) {
    if (wanted.within === 'tool-call' && approval.tool_call_id === null)
      throw validationFailed('grant.within', 'must be session: the call belongs to no tool call');
    const covered = wanted.within === 'tool-call' ? approvable.filter(isAsking(approval)) : approvable;
    const fingerprints = covered.map(({ fingerprint }) => fingerprint);
    await this.repository.insert(em, organizationId, approval, { ...wanted, fingerprints }, label);
    const created = await this.repository.madeWith(em, organizationId, approval.approval_id);
    if (!created) throw notFound('grant');
    return changeOf('grant.created', null, created);
  }

  /** The grant made with an approval, as it is shown, or null. */
  async madeWith(em: EntityManager, organizationId: string, approvalId: string) {
    const grant = await this.repository.madeWith(em, organizationId, approvalId);
    return grant && toGrantView(grant);
  }
}

/** @throws 400 on a pattern that means nothing */
export function checkGrant({ apiNamePattern }: WantedGrant): void {
  try {
    parsePattern(apiNamePattern);
  } catch (error) {
    if (error instanceof InvalidPatternError) throw validationFailed('grant.apiNamePattern', error.message);
    throw error;
  }
}

/** True for a policy that asked for the approval. Where none did, the setting for unmatched calls did. */
const isAsking =
  ({ asking_policy_ids: asking }: Grantable) =>
  ({ id }: Approvable) =>
    id === null ? asking.length === 0 : asking.includes(id);

function changeOf(action: string, before: GrantRow | null, after: GrantRow): Change {
  const target = { type: 'grant', id: after.id };
  return { action, target, before: before && toGrantView(before), after: toGrantView(after) };
}
