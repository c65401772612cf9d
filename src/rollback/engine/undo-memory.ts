// SQL: traces are searched inside JSON, and addresses are found by an index over an expression.

import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { JsonObject, Trace, UndoMemory } from '../../connectors/connector.js';
import type { Lease } from '../../platform/due-work/lease.js';
import { failpoint } from '../../platform/failpoints.js';

/** What is made again is made again once more at most so often. */
const LONGEST_CHAIN = 100;

interface Subject {
  readonly connector: string;
  readonly actionId: string;
  readonly stepId: string;
}

/** Keeps what the tries at undoing one action know, across processes and rollbacks, under the lease of this one. */
export class DurableUndoMemory implements UndoMemory {
  private traces = new Map<string, Trace>();

  constructor(
    private readonly lease: Lease,
    private readonly subject: Subject,
  ) {}

  /** Reads the traces of all tries so far. */
  async recall(): Promise<void> {
    const { lease, subject } = this;
    const rows: { traces: Trace[] }[] = await lease.transaction((em) =>
      em.query(
        `SELECT traces FROM rollback_steps WHERE organization_id = $1 AND action_id = $2 AND traces IS NOT NULL
         ORDER BY started_at, id`,
        [lease.organizationId, subject.actionId],
      ),
    );
    this.traces = new Map(rows.flatMap((row) => row.traces).map((trace) => [trace.resource, trace]));
  }

  /**
   * Of these resources those that another action of the session touched too, whose undo saw them: that it brought them
   * back to before this action as well shows that both took effect.
   */
  async seenBesides(resources: readonly string[]): Promise<readonly string[]> {
    if (resources.length === 0) return [];
    const rows: { resource: string }[] = await this.lease.transaction((em) =>
      em.query(
        `SELECT DISTINCT seen.resource FROM rollbacks r
         JOIN rollback_steps s ON s.rollback_id = r.id AND s.organization_id = r.organization_id
         CROSS JOIN LATERAL jsonb_to_recordset(s.traces) AS seen(resource text)
         WHERE r.organization_id = $1 AND r.session_id = (SELECT session_id FROM rollbacks WHERE organization_id = $1 AND id = $2)
         AND s.action_id <> $3 AND s.state = 'done' AND s.traces IS NOT NULL AND seen.resource = ANY ($4)`,
        [this.lease.organizationId, this.lease.id, this.subject.actionId, resources],
      ),
    );
    return rows.map(({ resource }) => resource);
  }

  all(): readonly Trace[] {
    return [...this.traces.values()];
  }

  traceOf(resource: string): Trace | null {
    return this.traces.get(resource) ?? null;
  }

  /** @throws LeaseLostError */
  async note(traces: readonly Trace[]): Promise<void> {
    if (traces.length === 0) return;
    for (const trace of traces) this.traces.set(trace.resource, trace);
    await this.lease.transaction((em) =>
      em.query('UPDATE rollback_steps SET traces = $3 WHERE organization_id = $1 AND id = $2', [
        this.lease.organizationId,
        this.subject.stepId,
        JSON.stringify([...this.traces.values()]),
      ]),
    );
    failpoint('trace-after-commit');
  }

  whereIs(kind: string, address: JsonObject): Promise<JsonObject> {
    return this.lease.transaction(async (em) => {
      let now = address;
      for (let moves = 0; moves < LONGEST_CHAIN; moves++) {
        const [move] = await this.moves(em, kind, 'former_address', now);
        if (!move) break;
        now = move.address;
      }
      return now;
    });
  }

  async noteMadeAgain(kind: string, from: JsonObject, to: JsonObject): Promise<void> {
    const { connector, actionId } = this.subject;
    await this.lease.transaction((em) =>
      em.query(
        `INSERT INTO remade_resources (organization_id, action_id, connector, kind, former_address, address)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (organization_id, connector, kind, md5(former_address::text)) DO UPDATE SET address = excluded.address, action_id = excluded.action_id`,
        [this.lease.organizationId, actionId, connector, kind, JSON.stringify(from), JSON.stringify(to)],
      ),
    );
  }

  madeForOthers(kind: string, from: JsonObject, among: readonly JsonObject[]): Promise<readonly JsonObject[]> {
    return this.lease.transaction(async (em) => {
      const found: JsonObject[] = [];
      for (const address of among) {
        const moves = await this.moves(em, kind, 'address', address);
        if (moves.some((move) => !isDeepStrictEqual(move.former_address, from))) found.push(address);
      }
      return found;
    });
  }

  private moves(
    em: EntityManager,
    kind: string,
    by: 'former_address' | 'address',
    address: JsonObject,
  ): Promise<{ former_address: JsonObject; address: JsonObject }[]> {
    return em.query(
      `SELECT former_address, address FROM remade_resources
       WHERE organization_id = $1 AND connector = $2 AND kind = $3 AND md5(${by}::text) = md5($4::jsonb::text)`,
      [this.lease.organizationId, this.subject.connector, kind, JSON.stringify(address)],
    );
  }
}
