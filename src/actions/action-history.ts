// SQL: a keyset page of sessions with a keyset page of the calls of each.

import { Injectable } from '@nestjs/common';
import type { JsonObject, OperationType, Reversibility } from '../connectors/connector.js';
import { Database } from '../platform/database/database.js';
import type { PolicyAction } from '../policies/policy.js';
import type { ActionStatus } from './rules/action.js';

/** A call with the arguments of the ask, before an approver edited it. */
export interface PastCall {
  readonly id: string;
  readonly session_id: string;
  readonly sequence: number;
  readonly agent_slug: string;
  /** The intent of the session. */
  readonly intent: string;
  readonly on_behalf_of: string | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly api_name: string;
  readonly operation_type: OperationType;
  readonly payload: JsonObject;
  readonly response: unknown;
  readonly status: ActionStatus;
  readonly policy_decision: PolicyAction;
  /** A member of the snapshot; null when there is none. */
  readonly capture_failed: boolean | null;
  readonly captured_reversibility: Reversibility | null;
  readonly created_at: Date;
}

export interface CountedOperation {
  readonly apiName: string;
  readonly isRead: boolean;
  readonly calls: number;
  readonly undone: number;
  readonly agents: number;
}

/** Arguments may be a quarter of a megabyte each. */
const PAGE = 50;
/** The newest calls alone are counted by operation. */
const MOST_COUNTED = 100_000;
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The past calls of an organization's agents, for the simulation of a policy. */
@Injectable()
export class ActionHistory {
  constructor(private readonly database: Database) {}

  /** The calls of all live sessions begun since `from`, newest session first; each page is read on its own. */
  async *since(organizationId: string, from: Date): AsyncGenerator<readonly PastCall[]> {
    let [session, sequence] = [NEWEST, 0];
    for (;;) {
      const page = await this.page(organizationId, from, session, sequence);
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      [session, sequence] = [last.session_id, last.sequence];
    }
  }

  /** The operations that were called in live sessions begun since `from`, and how often. */
  operationsSince(organizationId: string, from: Date): Promise<CountedOperation[]> {
    return this.database.transaction(organizationId, (em) =>
      em.query(
        `SELECT c.api_name AS "apiName", bool_and(c.operation_type = 'READ') AS "isRead", count(*)::integer AS calls,
           count(*) FILTER (WHERE c.status = 'ROLLED_BACK')::integer AS undone, count(DISTINCT c.agent_slug)::integer AS agents
         FROM (
           SELECT a.api_name, a.operation_type, a.status, s.agent_slug FROM session_states s
           JOIN actions a ON a.organization_id = $1 AND a.session_id = s.id
           WHERE s.organization_id = $1 AND s.created_at >= $2 AND NOT s.simulated
           ORDER BY s.id DESC LIMIT $3
         ) c
         GROUP BY c.api_name`,
        [organizationId, from, MOST_COUNTED],
      ),
    );
  }

  private page(organizationId: string, from: Date, session: string, sequence: number): Promise<PastCall[]> {
    return this.database.transaction(organizationId, (em) =>
      em.query(
        `SELECT a.id, s.id AS session_id, a.sequence, s.agent_slug, s.intent, s.on_behalf_of, s.labels, a.api_name, a.operation_type,
           coalesce(a.original_payload, a.payload) AS payload, a.response, a.status, a.policy_decision, a.created_at,
           n.capture_failed, n.reversibility AS captured_reversibility
         FROM session_states s
         CROSS JOIN LATERAL (SELECT * FROM actions x
           WHERE x.organization_id = $1 AND x.session_id = s.id AND x.sequence > CASE s.id WHEN $3 THEN $4 ELSE 0 END
           ORDER BY x.sequence LIMIT $5) a
         LEFT JOIN snapshots n ON n.organization_id = $1 AND n.id = a.precapture_id
         WHERE s.organization_id = $1 AND s.id <= $3 AND s.created_at >= $2 AND NOT s.simulated
         ORDER BY s.id DESC, a.sequence LIMIT $5`,
        [organizationId, from, session, sequence, PAGE],
      ),
    );
  }
}
