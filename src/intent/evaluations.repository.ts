// SQL: every call of a session is read and written here, in batches and through a view.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OPEN } from '../actions/rules/action.js';
import type { OperationType } from '../connectors/connector.js';
import { type KeptSession, SessionLocks } from '../sessions/session-locks.js';
import type { IntentEvaluation, IntentProgress, Verdict } from './evaluator/evaluate.js';
import type { NumberedScore } from './second-opinion.js';

/** The stored evaluation of a session. */
export interface StoredEvaluation {
  readonly evaluator: string;
  readonly progress: IntentProgress;
  readonly evaluated_sequence: number;
  readonly verdict: Verdict;
  readonly drift_score: number;
  readonly scope_adherence: number | null;
  readonly target_adherence: number | null;
  readonly effect_severity: number | null;
  readonly drift_onset_action_id: string | null;
  readonly worst_action_id: string | null;
  readonly connectors: readonly string[];
  readonly evaluated_at: Date;
}

/** A call that was not evaluated yet, or whose outcome was not. */
export interface PendingCall {
  readonly id: string;
  readonly sequence: number;
  readonly api_name: string;
  readonly operation_type: OperationType;
  readonly payload: object;
  readonly response: unknown;
  readonly is_final: boolean;
  readonly observed: boolean;
}

export interface ScoredAction extends NumberedScore {
  readonly learned: boolean;
}

/** Responses and arguments may be a quarter of a megabyte each. */
export const CALLS_PER_EVALUATION = 100;

@Injectable()
export class EvaluationsRepository {
  constructor(private readonly locks: SessionLocks) {}

  /**
   * Locks the session against removal, and its evaluation, so that each call is evaluated once. Undefined when the
   * session is gone.
   */
  async lock(em: EntityManager, organizationId: string, sessionId: string): Promise<KeptSession | undefined> {
    const session = await this.locks.keep(em, organizationId, sessionId);
    // There may be no row to lock yet.
    if (session) await em.query("SELECT pg_advisory_xact_lock(hashtextextended('intent ' || $1, 0))", [sessionId]);
    return session;
  }

  async find(em: EntityManager, organizationId: string, sessionId: string): Promise<StoredEvaluation | undefined> {
    const [stored]: StoredEvaluation[] = await em.query(
      'SELECT * FROM session_intents WHERE organization_id = $1 AND session_id = $2',
      [organizationId, sessionId],
    );
    return stored;
  }

  /** Reads the calls in the order in which they were asked for. An edited call is read as the agent asked for it. */
  pending(em: EntityManager, organizationId: string, sessionId: string, after: number): Promise<PendingCall[]> {
    return em.query(
      'SELECT id, sequence, api_name, operation_type, payload, response, is_final, observed FROM pending_calls($1, $2, $3, $4, $5)',
      [organizationId, sessionId, after, CALLS_PER_EVALUATION, OPEN],
    );
  }

  async forget(em: EntityManager, organizationId: string, sessionId: string): Promise<void> {
    await em.query('DELETE FROM action_intents WHERE organization_id = $1 AND session_id = $2', [
      organizationId,
      sessionId,
    ]);
  }

  async save(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    progress: IntentProgress,
    sequence: number,
    connectors: readonly string[],
    found: IntentEvaluation,
  ): Promise<void> {
    await em.query(
      `INSERT INTO session_intents (session_id, organization_id, evaluator, progress, evaluated_sequence, verdict,
         drift_score, scope_adherence, target_adherence, effect_severity, drift_onset_action_id, worst_action_id, connectors)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       ON CONFLICT (session_id, organization_id) DO UPDATE SET (evaluator, progress, evaluated_sequence, verdict, drift_score,
         scope_adherence, target_adherence, effect_severity, drift_onset_action_id, worst_action_id, connectors, evaluated_at)
       = ROW (excluded.evaluator, excluded.progress, excluded.evaluated_sequence, excluded.verdict, excluded.drift_score,
         excluded.scope_adherence, excluded.target_adherence, excluded.effect_severity, excluded.drift_onset_action_id,
         excluded.worst_action_id, excluded.connectors, now())`,
      [
        sessionId,
        organizationId,
        found.evaluator,
        JSON.stringify(progress),
        sequence,
        found.verdict,
        found.driftScore,
        found.scopeAdherence,
        found.targetAdherence,
        found.effectSeverity,
        found.driftOnsetActionId,
        found.worstActionId,
        connectors,
      ],
    );
  }

  /** Saves the verdict about the same calls by another level. */
  async saveVerdict(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    { verdict, driftOnsetActionId }: Pick<IntentEvaluation, 'verdict' | 'driftOnsetActionId'>,
  ): Promise<void> {
    await em.query(
      `UPDATE session_intents SET verdict = $3, drift_onset_action_id = $4
       WHERE organization_id = $1 AND session_id = $2 AND verdict <> $3`,
      [organizationId, sessionId, verdict, driftOnsetActionId],
    );
  }

  async saveScores(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    scores: readonly ScoredAction[],
  ): Promise<void> {
    if (scores.length === 0) return;
    await em.query(
      `INSERT INTO action_intents (action_id, organization_id, session_id, sequence, risk, scope_adherence,
         target_adherence, effect_severity, reasons, learned)
       SELECT s."actionId", $1, $2, s.sequence, s.risk, s."scopeAdherence", s."targetAdherence", s."effectSeverity",
         s.reasons, s.learned
       FROM json_to_recordset($3) AS s ("actionId" uuid, sequence integer, risk double precision,
         "scopeAdherence" double precision, "targetAdherence" double precision, "effectSeverity" double precision,
         reasons json, learned boolean)`,
      [organizationId, sessionId, JSON.stringify(scores)],
    );
  }

  async saveLearned(em: EntityManager, organizationId: string, actionIds: readonly string[]): Promise<void> {
    if (actionIds.length === 0) return;
    await em.query(
      'UPDATE action_intents SET learned = true WHERE organization_id = $1 AND action_id = ANY ($2::uuid[])',
      [organizationId, actionIds],
    );
  }

  scores(em: EntityManager, organizationId: string, sessionId: string): Promise<NumberedScore[]> {
    return em.query(
      `SELECT action_id AS "actionId", sequence, risk, scope_adherence AS "scopeAdherence",
         target_adherence AS "targetAdherence", effect_severity AS "effectSeverity", reasons
       FROM action_intents WHERE organization_id = $1 AND session_id = $2 ORDER BY sequence`,
      [organizationId, sessionId],
    );
  }
}
