// SQL: the names of a session's calls are grouped, and only of those that are new since the last read.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { recentlyUsed } from '../platform/recently-used.js';
import type { SessionSoFar } from '../policies/policy.js';
import { type ActionStatus, isPermitted } from './rules/action.js';

/** The permitted calls up to a sequence number. A permission is never taken back, so what was read stays true. */
interface Known {
  readonly did: Set<string>;
  readonly after: number;
}

interface Named {
  readonly api_name: string;
  readonly status: ActionStatus;
  readonly first: number;
  readonly last: number;
}

/** A session with more names is read anew each time, so that no agent fills the memory. */
const MOST_NAMES = 1_000;

/** Reads what a session did before a call, for the policies that ask (docs/contract.md, "Facts"). */
@Injectable()
export class SessionsSoFar {
  private readonly known = recentlyUsed<Known>(10_000);

  constructor(private readonly database: Database) {}

  /** Includes every call that was acknowledged before. */
  async of(organizationId: string, sessionId: string): Promise<SessionSoFar> {
    const known = this.known.get(sessionId) ?? { did: new Set<string>(), after: 0 };
    const names = await this.database.transaction(organizationId, (em) =>
      namesAfter(em, organizationId, sessionId, known.after),
    );
    const did = new Set(known.did);
    for (const { api_name: name, status } of names) if (isPermitted(status)) did.add(name);
    const last = names.reduce((most, { last: at }) => Math.max(most, at), known.after);
    const waiting = names.filter(({ status }) => status === 'PENDING_APPROVAL').map(({ first }) => first - 1);
    // A call that waits is looked at again, because a person may permit it.
    const after = Math.min(last, ...waiting);
    if (did.size <= MOST_NAMES) this.known.set(sessionId, { did, after });
    return { did: [...did], calls: last };
  }
}

const namesAfter = (em: EntityManager, organizationId: string, sessionId: string, after: number): Promise<Named[]> =>
  em.query(
    `SELECT api_name, status, min(sequence) AS first, max(sequence) AS last FROM actions
     WHERE organization_id = $1 AND session_id = $2 AND sequence > $3 GROUP BY api_name, status`,
    [organizationId, sessionId, after],
  );
