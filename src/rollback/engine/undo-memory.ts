// SQL: traces are searched inside JSON, and addresses are found by an index over an expression.

import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { JsonObject, Replaced, Trace, UndoMemory } from '../../connectors/connector.js';
import type { Lease } from '../../platform/due-work/lease.js';
import { failpoint } from '../../platform/failpoints.js';
import type { CallRedactor } from '../../redaction/call-redactor.js';
import type { KeptContents } from './kept-contents.js';

/** A resource that was made again may be made again at most so many times more. */
const LONGEST_CHAIN = 100;

/** The most that is stored for one step; beyond it nothing is stored, and the step cannot be reapplied. */
const MOST_KEPT = 16_000_000;

/** A connector knows none of its own in it. */
const TOO_MUCH: readonly Replaced[] = [{ resource: 'all', isDone: true, content: { tooMuch: true } }];

interface Subject {
  readonly connector: string;
  readonly actionId: string;
  readonly stepId: string;
  /** The step whose undo a revert takes back; null in a rollback. */
  readonly revertsStep: string | null;
  /** Null where nothing of such calls is redacted. */
  readonly redactor: CallRedactor | null;
}

/**
 * Stores the knowledge of the tries at undoing one action, across processes and rollbacks, under the lease of this one.
 */
export class DurableUndoMemory implements UndoMemory {
  private traces = new Map<string, Trace>();
  private replaced = new Map<string, Replaced>();

  /** @param carried the steps of the calls that `older` named, in their order */
  constructor(
    private readonly lease: Lease,
    private readonly subject: Subject,
    private readonly kept: KeptContents,
    private readonly carried: () => readonly string[] = () => [],
  ) {}

  /** Reads the traces of all tries so far, without those of an undo that was taken back. */
  async recall(): Promise<void> {
    const { lease, subject } = this;
    const { organizationId } = lease;
    const { actionId } = subject;
    const [traces, own] = await lease.transaction(async (em) => {
      const rows: { id: string; traces: Trace[]; replaced: Replaced[] | null }[] = await em.query(
        `SELECT s.id, s.traces, s.replaced FROM rollback_steps s
         WHERE s.organization_id = $1 AND s.action_id = $2 AND s.traces IS NOT NULL
           AND s.reverts_step IS NOT DISTINCT FROM $3
           AND NOT EXISTS (SELECT FROM rollback_steps t WHERE t.reverts_step = s.id AND t.state = 'done')
         ORDER BY s.started_at, s.id`,
        [organizationId, actionId, subject.revertsStep],
      );
      const mine = rows.find(({ id }) => id === subject.stepId)?.replaced ?? [];
      return [
        await this.kept.openTraces(
          em,
          organizationId,
          actionId,
          rows.flatMap((row) => row.traces),
        ),
        await this.kept.openContents(em, organizationId, actionId, mine),
      ] as const;
    });
    this.traces = new Map(traces.map((trace) => [trace.resource, trace]));
    this.replaced = new Map(own.map((one) => [one.resource, one]));
  }

  /**
   * The resources among these that another action of the session touched too, whose undo saw them. That undo brought
   * them back to before this action as well, which shows that both took effect.
   */
  async seenElsewhere(resources: readonly string[]): Promise<readonly string[]> {
    if (resources.length === 0) return [];
    const rows: { resource: string }[] = await this.lease.transaction((em) =>
      em.query(
        `SELECT DISTINCT seen.resource FROM rollbacks r
         JOIN rollback_steps s ON s.rollback_id = r.id AND s.organization_id = r.organization_id
         CROSS JOIN LATERAL jsonb_to_recordset(s.traces) AS seen(resource text)
         WHERE r.organization_id = $1 AND r.session_id = (SELECT session_id FROM rollbacks WHERE organization_id = $1 AND id = $2)
         AND s.action_id <> $3 AND s.state = 'done' AND s.traces IS NOT NULL AND seen.resource = ANY ($4)
         AND (s.reverts_step IS NULL) = ($5::uuid IS NULL)
         AND NOT EXISTS (SELECT FROM rollback_steps t WHERE t.reverts_step = s.id AND t.state = 'done')`,
        [...[this.lease.organizationId, this.lease.id, this.subject.actionId, resources], this.subject.revertsStep],
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
  async note(traces: readonly Trace[], replaced: readonly Replaced[] = []): Promise<void> {
    if (traces.length === 0 && replaced.length === 0) return;
    for (const trace of traces) this.traces.set(trace.resource, trace);
    for (const one of replaced) this.replaced.set(one.resource, one);
    const { redactor, actionId } = this.subject;
    const kept = JSON.stringify(this.kept.contents(redactor, actionId, [...this.replaced.values()]));
    const noted = JSON.stringify(this.kept.traces(redactor, actionId, [...this.traces.values()]));
    const { organizationId } = this.lease;
    await this.lease.transaction(async (em) => {
      await em.query('UPDATE rollback_steps SET traces = $3, replaced = $4 WHERE organization_id = $1 AND id = $2', [
        ...[organizationId, this.subject.stepId, noted],
        kept.length > MOST_KEPT ? JSON.stringify(TOO_MUCH) : kept,
      ]);
      if (replaced.length === 0) return;
      await em.query('UPDATE rollback_steps SET carried_by = NULL WHERE organization_id = $1 AND carried_by = $2', [
        ...[organizationId, this.subject.stepId],
      ]);
      const together = this.carried().slice(0, Math.max(0, ...replaced.map((one) => one.together ?? 0)));
      if (together.length > 0)
        await em.query('UPDATE rollback_steps SET carried_by = $2 WHERE organization_id = $1 AND id = ANY ($3)', [
          ...[organizationId, this.subject.stepId],
          together,
        ]);
    });
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

  async noteRecreated(kind: string, from: JsonObject, to: JsonObject): Promise<void> {
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

  recreatedForOthers(kind: string, from: JsonObject, among: readonly JsonObject[]): Promise<readonly JsonObject[]> {
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
