// SQL: it runs the statements of dirty.queries.ts, which gives the reason.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../auth/access/principal.js';
import { Database } from '../../platform/database/database.js';
import { Page } from '../../platform/http/answers/answer.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import { SessionLists } from '../../sessions/search/session-lists.js';
import { displayStatus } from '../../sessions/session.js';
import { type Session, SessionsService } from '../../sessions/sessions.service.js';
import { type Dirt, reasonsOf } from './dirty.js';
import { DIRT } from './dirty.queries.js';

/** Sessions that an operator should look at, and why (docs/contract.md, "Metrics"). */
@Injectable()
export class DirtyService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly lists: SessionLists,
  ) {}

  /**
   * Also answers for a clean session: `dirty` is false then, and there are no reasons.
   * @throws 404
   */
  get(caller: Principal, id: string) {
    return this.database.snapshot(caller.organizationId, async (em) => {
      const session = await this.sessions.get(em, caller, id);
      const dirt = await this.dirtOf(em, caller, [id]);
      return toDirtyView(session, dirt.get(id));
    });
  }

  /** A page of all that are dirty, newest first. */
  list(caller: Principal, { limit, cursor }: PageQuery) {
    return this.database.snapshot(caller.organizationId, async (em) => {
      const { organizationId } = caller;
      const after = cursor === undefined ? {} : { after: { id: cursor, createdAt: null } };
      const page = await this.lists.find(em, { organizationId, filter: { dirty: true, ...after }, limit });
      const { items: sessions, nextCursor } = page;
      const ids = sessions.map(({ id }) => id);
      const dirt = await this.dirtOf(em, caller, ids);
      const views = sessions.map((session) => toDirtyView(session, dirt.get(session.id)));
      return new Page(views, nextCursor);
    });
  }

  private async dirtOf(
    em: EntityManager,
    { organizationId }: Principal,
    ids: readonly string[],
  ): Promise<Map<string, Dirt[]>> {
    const rows: (Dirt & { session_id: string })[] = await em.query(DIRT, [organizationId, ids]);
    const dirt = new Map<string, Dirt[]>();
    for (const { session_id: id, ...one } of rows) dirt.set(id, [...(dirt.get(id) ?? []), one]);
    return dirt;
  }
}

function toDirtyView(session: Session, dirt: readonly Dirt[] = []) {
  const reasons = reasonsOf(session.rollbackState === 'RUNNING', dirt);
  return {
    sessionId: session.id,
    agentId: session.agentSlug,
    intent: session.intent,
    displayStatus: displayStatus(session),
    simulated: session.simulated,
    dirty: reasons.length > 0,
    reasons,
    createdAt: session.createdAt.toISOString(),
    lastActivityAt: session.lastActivityAt.toISOString(),
  };
}
