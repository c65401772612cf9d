// SQL: locks, in one order, on every path that changes an action.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SessionState } from './session.js';

/** A session whose row is locked, in its present state. */
export interface HeldSession {
  readonly id: string;
  readonly agent_slug: string;
  readonly rollback_state: SessionState['rollbackState'];
}

/** The members of a session that never change. */
export interface KeptSession {
  readonly intent: string;
  readonly agent_slug: string;
  readonly simulated: boolean;
}

/**
 * The session's row is the lock of its actions and approvals: a transaction that changes one of them holds it to the
 * end.
 */
@Injectable()
export class SessionLocks {
  /** Undefined when there is no such session. */
  async hold(em: EntityManager, organizationId: string, sessionId: string): Promise<HeldSession | undefined> {
    const [session] = await this.holdAll(em, organizationId, [sessionId]);
    return session;
  }

  /**
   * Locks the sessions in the order of their ids, which every lock of several sessions uses; sessions that are gone are
   * left out.
   */
  holdAll(em: EntityManager, organizationId: string, sessionIds: readonly string[]): Promise<HeldSession[]> {
    return em.query(
      `SELECT id, agent_slug, rollback_state FROM sessions WHERE organization_id = $1 AND id = ANY ($2)
       ORDER BY id FOR NO KEY UPDATE`,
      [organizationId, sessionIds],
    );
  }

  /**
   * Does the same as `holdAll` without waiting: sessions that another transaction holds are left out. No row that
   * refers to a locked session is added until the transaction ends.
   */
  async holdIdle(em: EntityManager, organizationId: string, sessionIds: readonly string[]): Promise<string[]> {
    const held: { id: string }[] = await em.query(
      `SELECT id FROM sessions WHERE organization_id = $1 AND id = ANY ($2)
       ORDER BY id FOR UPDATE SKIP LOCKED`,
      [organizationId, sessionIds],
    );
    return held.map(({ id }) => id);
  }

  /** Prevents a purge of the session until the transaction ends; it may still change. Undefined when there is none. */
  async keep(em: EntityManager, organizationId: string, sessionId: string): Promise<KeptSession | undefined> {
    const [session]: KeptSession[] = await em.query(
      'SELECT intent, agent_slug, simulated FROM sessions WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
      [organizationId, sessionId],
    );
    return session;
  }
}
