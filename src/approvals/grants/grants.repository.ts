// SQL: keyset pages joined with a view of sessions, with the clock of the database.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NOW } from '../../platform/database/columns.js';
import { newId } from '../../platform/ids.js';
import { SessionLocks } from '../../sessions/session-locks.js';
import type { ApprovalRow } from '../approval.view.js';
import { ApprovalGrantEntity } from './approval-grant.entity.js';
import type { GrantRow } from './grant.view.js';

export interface WantedGrant {
  readonly apiNamePattern: string;
  readonly maxUses: number;
  readonly minutes: number;
  /** The calls that it clears: those of the session, or those inside of the tool call that the approved call belongs to. */
  readonly within: 'session' | 'tool-call';
}

/** The approval that a grant is made with. */
export type Grantable = Pick<ApprovalRow, 'approval_id' | 'session_id' | 'tool_call_id' | 'asking_policy_ids'>;

/** `now` is the database's clock; `where` and `order` follow. */
const GRANT_QUERY = `SELECT g.*, s.agent_slug, clock_timestamp() AS now
  FROM approval_grants g JOIN session_states s ON s.id = g.session_id`;

@Injectable()
export class GrantsRepository {
  constructor(private readonly locks: SessionLocks) {}

  page(em: EntityManager, organizationId: string, cursor: string | undefined, atMost: number): Promise<GrantRow[]> {
    return em.query(
      `${GRANT_QUERY} WHERE g.organization_id = $1 AND ($2::uuid IS NULL OR g.id < $2) ORDER BY g.id DESC LIMIT $3`,
      [organizationId, cursor ?? null, atMost],
    );
  }

  /** The grants of an agent's sessions that may still clear a call. */
  async activeOf(em: EntityManager, organizationId: string, agent: string): Promise<string[]> {
    const rows: { id: string }[] = await em.query(
      `SELECT g.id FROM approval_grants g JOIN session_states s ON s.id = g.session_id
       WHERE g.organization_id = $1 AND s.agent_slug = $2 AND g.revoked_at IS NULL AND g.expires_at > now() ORDER BY g.id`,
      [organizationId, agent],
    );
    return rows.map(({ id }) => id);
  }

  /** The grant that was made with an approval. */
  async madeWith(em: EntityManager, organizationId: string, approvalId: string): Promise<GrantRow | null> {
    const [row]: GrantRow[] = await em.query(`${GRANT_QUERY} WHERE g.organization_id = $1 AND g.approval_id = $2`, [
      organizationId,
      approvalId,
    ]);
    return row ?? null;
  }

  async find(em: EntityManager, organizationId: string, id: string): Promise<GrantRow | null> {
    const [row]: GrantRow[] = await em.query(`${GRANT_QUERY} WHERE g.organization_id = $1 AND g.id = $2`, [
      organizationId,
      id,
    ]);
    return row ?? null;
  }

  /** Locks the session before it reads: each use of a grant holds that lock. */
  async lock(em: EntityManager, organizationId: string, id: string): Promise<GrantRow | null> {
    const grant = await this.find(em, organizationId, id);
    if (!grant) return null;
    await this.locks.hold(em, organizationId, grant.session_id);
    return this.find(em, organizationId, id);
  }

  async insert(
    em: EntityManager,
    organizationId: string,
    approval: Grantable,
    { apiNamePattern, maxUses, minutes, within, fingerprints }: WantedGrant & { fingerprints: readonly string[] },
    by: string,
  ): Promise<void> {
    await em.insert(ApprovalGrantEntity, {
      id: newId(),
      organizationId,
      sessionId: approval.session_id,
      approvalId: approval.approval_id,
      apiNamePattern,
      toolCallId: within === 'tool-call' ? approval.tool_call_id : null,
      maxUses,
      expiresAt: () => `now() + ${Math.trunc(minutes)} * interval '1 minute'`,
      createdBy: by,
      fingerprints: [...fingerprints],
    });
  }

  async revoke(em: EntityManager, id: string): Promise<void> {
    await em.update(ApprovalGrantEntity, { id }, { revokedAt: NOW });
  }
}
