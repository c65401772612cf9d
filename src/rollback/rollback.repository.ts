// SQL: steps and calls are read page by page over a view, and thousands of steps are written in one statement.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type ActionStatus,
  MAY_HAVE_EFFECT,
  NEVER_RAN,
  OPEN,
  type SettledAs,
  type Violation,
} from '../actions/rules/action.js';
import { type OpenedCall, SealedCalls } from '../actions/sealed-calls.service.js';
import type { Effect, ItemReport, Json, JsonObject, OperationType } from '../connectors/connector.js';
import { notFound } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { RollbackEntity } from './entities/rollback.entity.js';
import type { Extent } from './extent.js';
import type { RecordedCall } from './proof.js';
import { outcomeOf, type Place, revertOutcomeOf, type StepState } from './rollback.js';

export interface RollbackRow {
  id: string;
  organization_id: string;
  session_id: string;
  action_id: string | null;
  from_action_id: string | null;
  tool_call_id: string | null;
  status: 'RUNNING' | 'FINISHED';
  on_conflict: 'skip' | 'force';
  requested_by: string;
  plan_hash: string | null;
  /** The rollback that a revert takes back; null for a rollback. */
  reverts: string | null;
  forced: readonly string[];
  /** Calls whose amounts are subtracted from the present numbers, if another client changed those. */
  subtracted: readonly string[];
  /** True when an API key started it: it undoes only calls with a proof. */
  needs_proof: boolean;
  /** Null when it is no part of an agent's rollback. */
  agent_rollback_id: string | null;
  created_at: Date;
  finished_at: Date | null;
}

export interface StepRow {
  id: string;
  action_id: string;
  api_name: string;
  /** Null when the payload is large. */
  payload: JsonObject | null;
  position: number;
  state: StepState;
  detail: string | null;
  items: readonly ItemReport[] | null;
  settled_as: SettledAs | null;
  settled_by: string | null;
  settled_note: string | null;
  settled_at: Date | null;
}

export interface OpenStepRow extends Pick<StepRow, 'id' | 'action_id' | 'position'> {
  /** The step whose undo a revert takes back; null in a rollback. */
  reverts_step: string | null;
  attempts: number;
  shown_conflict: string | null;
}

/** The members of an action from which the order of a rollback is computed. */
export interface OrderedRow {
  id: string;
  status: ActionStatus;
  sequence: number;
  effect_sequence: number | null;
}

export interface CapturedRow extends OrderedRow {
  api_name: string;
  settled_as: SettledAs | null;
  /** The provider refused it. */
  refused: boolean;
  updated_at: Date;
  begun_at: Date;
  effect_at: Date | null;
  /** The names of the captured resources; null when nothing was captured. */
  resource: JsonObject | null;
}

export interface OutsideRow extends OrderedRow {
  api_name: string;
  updated_at: Date;
  closed_at: Date | null;
}

/** An action with all that an undo needs to know of it, with its true values. */
export type UndoableRow = OpenedCall<StoredUndoable>;

interface StoredUndoable extends OrderedRow {
  organization_id: string;
  session_id: string;
  created_at: Date;
  updated_at: Date;
  effect_at: Date | null;
  /** The time since its last change, by the database's clock. */
  age_ms: number;
  /** The service made the call. */
  performed: boolean;
  api_name: string;
  operation_type: OperationType;
  payload: JsonObject;
  payload_hash: string;
  response: Json;
  violation: Violation | null;
  policy_decision: string | null;
  settled_as: SettledAs | null;
  snapshot_failed: boolean | null;
  snapshot_reason: string | null;
  snapshot_payload_hash: string | null;
  snapshot_captured_at: Date | null;
  snapshot_content: JsonObject | null;
  redacted: readonly unknown[] | null;
  snapshot_redacted: readonly unknown[] | null;
}

/** The page size for rows that may take a few megabytes each, as large as a capture. */
export const PAGE = 20;
/** The greatest `integer`; no call of a session has it. */
export const LAST_SEQUENCE = 2 ** 31 - 1;
const EVERY_SEQUENCE = [0, LAST_SEQUENCE] as const;
const MOST_READS = 1_000;

/** The arguments of a call that a report shows as a sentence, at most: it has thousands of them. */
const SUMMARIZED_BYTES = 16_384;

/** The page size for small rows. */
const SMALL_PAGE = 200;

const UNDO_COLUMNS = `id, organization_id, session_id, created_at, updated_at, effect_at, performed,
  (extract(epoch FROM clock_timestamp() - updated_at) * 1000)::double precision AS age_ms, status, sequence, effect_sequence, api_name, operation_type, payload, payload_hash, response,
  violation, policy_decision, settled_as, snapshot_failed, snapshot_reason, snapshot_payload_hash, snapshot_captured_at,
  snapshot_content, redacted, snapshot_redacted`;

/** The record of a call as a connector takes it: with its snapshot only when that fits this very payload. */
export function toEffect(row: StoredUndoable, counters?: string): Effect {
  const fits = row.snapshot_failed === false && row.snapshot_payload_hash === row.payload_hash;
  return {
    apiName: row.api_name,
    payload: row.payload,
    response: row.response ?? undefined,
    snapshot: fits ? row.snapshot_content : null,
    answeredAt: row.effect_at?.getTime() ?? null,
    ...(counters && { counters }),
  };
}

export function toRecordedCall({ status, violation, response, policy_decision: decision }: UndoableRow): RecordedCall {
  return { status, violation, decision, response: response ?? null };
}

/** `outcomes` holds the number of steps for each final state. */
function toAuditedRollback(row: RollbackRow, states: Readonly<Partial<Record<StepState, number>>>) {
  const outcomes: Record<string, number> = {};
  for (const [state, times] of Object.entries(states)) {
    const outcome = (row.reverts === null ? outcomeOf : revertOutcomeOf)(state as StepState);
    if (outcome) outcomes[outcome] = times;
  }
  return {
    id: row.id,
    sessionId: row.session_id,
    actionId: row.action_id,
    fromActionId: row.from_action_id,
    ...(row.tool_call_id !== null && { toolCallId: row.tool_call_id }),
    ...(row.reverts !== null && { reverts: row.reverts }),
    onConflict: row.on_conflict,
    requestedBy: row.requested_by,
    planHash: row.plan_hash,
    forced: row.forced,
    ...(row.subtracted.length > 0 && { subtracted: row.subtracted }),
    status: row.status,
    steps: Object.values(states).reduce((all, times) => all + times, 0),
    outcomes,
    startedAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** Other modules listen to rollbacks and their steps: `migrations/triggers/README.md`. */
@Injectable()
export class RollbackRepository {
  constructor(private readonly sealed: SealedCalls) {}

  /** The first reads of a session that may have run; for some of them only the agent says that they are reads. */
  reads(em: EntityManager, organizationId: string, sessionId: string): Promise<{ id: string; api_name: string }[]> {
    return em.query(
      `SELECT id, api_name FROM action_details WHERE organization_id = $1 AND session_id = $2 AND operation_type = 'READ'
       AND status <> ALL ($3) ORDER BY sequence LIMIT $4`,
      [organizationId, sessionId, NEVER_RAN, MOST_READS],
    );
  }

  /** Calls of a session whose effect is undone: by proof, or by a person's statement. */
  noLonger(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
  ): Promise<{ id: string; api_name: string; tool_call_id: string | null }[]> {
    return em.query(
      `SELECT id, api_name, tool_call_id FROM action_details WHERE organization_id = $1 AND session_id = $2
         AND (status = 'ROLLED_BACK' OR settled_as = 'undone') ORDER BY sequence`,
      [organizationId, sessionId],
    );
  }

  /**
   * Calls of a session that may have an effect in the world, or those with another status, without reads.
   * @param between two sequences, exclusive: a rollback must not read the whole session for each call
   */
  undoableOf(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    statuses: readonly ActionStatus[] = MAY_HAVE_EFFECT,
    between: readonly [after: number, before: number] = EVERY_SEQUENCE,
  ): Promise<CapturedRow[]> {
    return em.query(
      `SELECT id, api_name, status, settled_as, sequence, effect_sequence, updated_at, snapshot_resource AS resource,
         coalesce(snapshot_captured_at, created_at) AS begun_at, effect_at,
         CASE status WHEN 'FAILED' THEN response -> 'refusal' IS NOT NULL ELSE false END AS refused FROM action_details
       WHERE organization_id = $1 AND session_id = $2 AND operation_type <> 'READ'
       AND status = ANY ($3) AND sequence > $4 AND sequence < $5`,
      [organizationId, sessionId, statuses, ...between],
    );
  }

  /**
   * The place of an action in its session, whatever its status.
   * @throws 404
   */
  async placeOf(em: EntityManager, organizationId: string, sessionId: string, actionId: string): Promise<Place> {
    const [row]: Pick<OrderedRow, 'sequence' | 'effect_sequence'>[] = await em.query(
      'SELECT sequence, effect_sequence FROM action_details WHERE organization_id = $1 AND session_id = $2 AND id = $3',
      [organizationId, sessionId, actionId],
    );
    if (!row) throw notFound('action');
    return { sequence: row.sequence, effectSequence: row.effect_sequence };
  }

  /**
   * The actions of a tool call in their session, whatever their status.
   * @throws 404
   */
  async actionsOfToolCall(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    toolCallId: string,
  ): Promise<readonly string[]> {
    const found: { id: string }[] = await em.query(
      'SELECT id FROM action_details WHERE organization_id = $1 AND session_id = $2 AND tool_call_id = $3',
      [organizationId, sessionId, toolCallId],
    );
    if (found.length === 0) throw notFound('tool call');
    return found.map(({ id }) => id);
  }

  async undoable(em: EntityManager, organizationId: string, actionId: string): Promise<UndoableRow | null> {
    const [row] = await this.undoables(em, organizationId, [actionId]);
    return row ?? null;
  }

  /** Reads at most a page of them, in no order. */
  async undoables(em: EntityManager, organizationId: string, actionIds: readonly string[]): Promise<UndoableRow[]> {
    const rows: StoredUndoable[] = await em.query(
      `SELECT ${UNDO_COLUMNS} FROM action_details WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, actionIds],
    );
    return this.sealed.open(em, organizationId, rows);
  }

  async insert(
    em: EntityManager,
    rollback: {
      organizationId: string;
      sessionId: string;
      extent: Extent;
      onConflict: RollbackEntity['onConflict'];
      requestedBy: string;
      planHash: string | null;
      forced: readonly string[];
      subtracted: readonly string[];
      needsProof: boolean;
    },
    steps: readonly { readonly actionId: string; readonly shownConflict: string | null }[],
  ): Promise<string> {
    const id = newId();
    const { organizationId, sessionId, extent, onConflict, requestedBy, planHash, forced } = rollback;
    const { needsProof, subtracted } = rollback;
    const { of: _, ...part } = extent;
    const ordered = {
      ...{ onConflict, requestedBy, planHash, needsProof },
      ...{ forced: [...forced], subtracted: [...subtracted] },
    };
    await em.insert(RollbackEntity, { id, organizationId, sessionId, ...part, ...ordered });
    await em.query(
      `INSERT INTO rollback_steps (id, organization_id, rollback_id, action_id, shown_conflict, position)
       SELECT step.id, $2, $1, step.action_id, step.shown_conflict, step.position
       FROM unnest($3::uuid[], $4::uuid[], $5::text[]) WITH ORDINALITY AS step(id, action_id, shown_conflict, position)`,
      [
        ...[id, organizationId, steps.map(() => newId())],
        ...[steps.map(({ actionId: of }) => of), steps.map(({ shownConflict }) => shownConflict)],
      ],
    );
    return id;
  }

  async latest(em: EntityManager, organizationId: string, sessionId: string): Promise<RollbackRow | null> {
    const [row]: RollbackRow[] = await em.query(
      'SELECT * FROM rollbacks WHERE organization_id = $1 AND session_id = $2 ORDER BY id DESC LIMIT 1',
      [organizationId, sessionId],
    );
    return row ?? null;
  }

  async find(em: EntityManager, organizationId: string, id: string): Promise<RollbackRow | null> {
    const [row]: RollbackRow[] = await em.query('SELECT * FROM rollbacks WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
    ]);
    return row ?? null;
  }

  /** The seconds until this session has had less than `most` rollbacks within a day; null where it has. */
  async secondsUntilLess(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    most: number,
  ): Promise<number | null> {
    const [oldest]: { seconds: number }[] = await em.query(
      `SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer AS seconds FROM rollbacks
       WHERE organization_id = $1 AND session_id = $2 AND created_at > now() - interval '1 day'
       ORDER BY created_at DESC OFFSET $3 - 1 LIMIT 1`,
      [organizationId, sessionId, most],
    );
    return oldest ? Math.max(1, oldest.seconds) : null;
  }

  isAnyRunning(em: EntityManager, organizationId: string): Promise<boolean> {
    return em.existsBy(RollbackEntity, { organizationId, status: 'RUNNING' });
  }

  /** The next page of steps after a position, in their order. */
  steps(em: EntityManager, rollback: RollbackRow, after: number, limit: number): Promise<StepRow[]> {
    return em.query(
      `SELECT s.id, s.action_id, a.api_name, CASE WHEN octet_length(a.payload::text) <= ${SUMMARIZED_BYTES} THEN a.payload END AS payload, s.position, s.state, s.detail, s.items, a.settled_as, a.settled_by, a.settled_note, a.settled_at
       FROM rollback_steps s JOIN action_details a ON a.id = s.action_id
       WHERE s.organization_id = $1 AND s.rollback_id = $2 AND s.position > $3 ORDER BY s.position LIMIT $4`,
      [rollback.organization_id, rollback.id, after, limit],
    );
  }

  /** The steps that are still to be done, after a position, so that finished steps are never read again. */
  openSteps(em: EntityManager, rollback: RollbackRow, after: number): Promise<OpenStepRow[]> {
    return em.query(
      `SELECT id, action_id, position, attempts, shown_conflict, reverts_step FROM rollback_steps
       WHERE organization_id = $1 AND rollback_id = $2 AND position > $3 AND state IN ('planned', 'attempting')
       ORDER BY position LIMIT $4`,
      [rollback.organization_id, rollback.id, after, SMALL_PAGE],
    );
  }

  /** Positions of an agent's rollback count over all its sessions: where so many of this one's steps are over. */
  async positionOf(em: EntityManager, rollback: RollbackRow, steps: number): Promise<number> {
    if (steps === 0) return 0;
    const [last]: { position: number }[] = await em.query(
      `SELECT position FROM rollback_steps WHERE organization_id = $1 AND rollback_id = $2
       ORDER BY position OFFSET $3 LIMIT 1`,
      [rollback.organization_id, rollback.id, steps - 1],
    );
    return last?.position ?? 2 ** 31 - 1;
  }

  async progress(em: EntityManager, rollback: RollbackRow): Promise<{ finished: number; total: number }> {
    const [counts]: { finished: number; total: number }[] = await em.query(
      `SELECT count(*) FILTER (WHERE state NOT IN ('planned', 'attempting'))::int AS finished, count(*)::int AS total
       FROM rollback_steps WHERE organization_id = $1 AND rollback_id = $2`,
      [rollback.organization_id, rollback.id],
    );
    return counts ?? { finished: 0, total: 0 };
  }

  /**
   * The effects of the session, certain or possible, that the rollback leaves alone, with the time at which the outcome
   * was known; null when it is not known yet. A performed call that has not begun has none, and begins only afterwards.
   */
  outside(em: EntityManager, rollback: RollbackRow): Promise<OutsideRow[]> {
    return em.query(
      `SELECT a.id, a.api_name, a.status, a.sequence, a.effect_sequence, a.updated_at,
         CASE WHEN a.status <> ALL ($5) THEN coalesce(a.effect_at, a.updated_at) END AS closed_at FROM action_details a
       WHERE a.organization_id = $1 AND a.session_id = $2 AND a.operation_type <> 'READ' AND a.status = ANY ($4)
         AND NOT EXISTS (SELECT FROM rollback_steps t
           WHERE t.organization_id = $1 AND t.rollback_id = $3 AND t.action_id = a.id)
         AND NOT EXISTS (SELECT FROM unfinished_calls c
           WHERE c.organization_id = $1 AND c.action_id = a.id AND c.state = 'queued')`,
      [rollback.organization_id, rollback.session_id, rollback.id, MAY_HAVE_EFFECT, OPEN],
    );
  }

  /** True when no newer effect is still to be undone, in any session of the same agent's rollback. */
  async isNext(em: EntityManager, stepId: string, rollback: RollbackRow): Promise<boolean> {
    if (rollback.agent_rollback_id === null) return true;
    const [next]: { id: string }[] = await em.query(
      `SELECT id FROM rollback_steps WHERE organization_id = $1 AND agent_rollback_id = $2
       AND state IN ('planned', 'attempting') ORDER BY position LIMIT 1`,
      [rollback.organization_id, rollback.agent_rollback_id],
    );
    return next?.id === stepId;
  }

  /**
   * The audit's form of a rollback.
   * @throws 404
   */
  async audited(em: EntityManager, organizationId: string, id: string) {
    const [rollback] = await this.auditedAll(em, organizationId, [id]);
    if (!rollback) throw notFound('rollback');
    return rollback;
  }

  /** Reads many rollbacks for the audit, in the order of their ids, which is the order of their creation. */
  async auditedAll(em: EntityManager, organizationId: string, ids: readonly string[]) {
    const rows: (RollbackRow & { states: Partial<Record<StepState, number>> })[] = await em.query(
      `SELECT r.*, (SELECT coalesce(json_object_agg(c.state, c.times), '{}') FROM (
         SELECT s.state, count(*)::int AS times FROM rollback_steps s WHERE s.rollback_id = r.id GROUP BY s.state) c) AS states
       FROM rollbacks r WHERE r.organization_id = $1 AND r.id = ANY ($2) ORDER BY r.id`,
      [organizationId, ids],
    );
    return rows.map((row) => toAuditedRollback(row, row.states));
  }
}
