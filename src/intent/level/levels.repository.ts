// SQL: the row is locked, and read with the settings and the marks, in one round trip.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IntentLevelEntity } from '../entities/intent-level.entity.js';
import { EVALUATOR_VERSION } from '../evaluator/evaluate.js';
import { type AgentProfile, NO_PROFILE } from '../evaluator/habits/profile.js';
import { REVIEW_FROM } from '../evaluator/weights.js';
import { type Circumstances, type Learned, type Mark, nothingLearned } from './level.js';

/** Live and simulated sessions of an agent are learned from apart. */
export interface LearnedAgent {
  readonly organizationId: string;
  readonly agentSlug: string;
  readonly simulated: boolean;
}

/** The learned level of an agent, and the circumstances by which a session of it is judged now. */
export interface AgentLevel {
  readonly learned: Learned;
  readonly profile: AgentProfile;
  readonly now: Circumstances;
}

/** The default number of alarms in a hundred sessions. */
export const DEFAULT_ALARM_BUDGET = 3;
/** The newest marks of an agent: older ones are of sessions that it is not judged by any more. */
const MOST_MARKS = 1_000;

interface MarkRow {
  readonly session: string;
  readonly mark: 'fine' | 'drift';
  readonly by_operator: boolean;
}

interface Row {
  readonly today: string;
  readonly alarm_budget: number | null;
  readonly marks: readonly MarkRow[] | null;
  readonly evaluator: string | null;
  readonly profile: AgentProfile | null;
  readonly scores: Learned['scores'];
  readonly day: string;
  readonly anchors: readonly number[];
  readonly levels: readonly number[];
}

@Injectable()
export class LevelsRepository {
  async read(em: EntityManager, { organizationId, agentSlug, simulated }: LearnedAgent): Promise<AgentLevel> {
    const [row]: Row[] = await em.query(
      `SELECT utc_day(now())::text AS today, l.evaluator, l.profile, l.scores, l.day::text, l.anchors, l.levels,
         (SELECT alarm_budget FROM intent_settings WHERE organization_id = $1) AS alarm_budget,
         (SELECT json_agg(m ORDER BY m.created_at) FROM (
            SELECT session_key(session_id) AS session, mark, source = 'operator' AS by_operator, created_at FROM intent_marks
            WHERE organization_id = $1 AND agent_slug = $2 AND simulated = $3 AND (mark = 'drift' OR action_id IS NULL)
            ORDER BY created_at DESC LIMIT $4) m) AS marks
       FROM (SELECT 1) one
       LEFT JOIN intent_levels l ON l.organization_id = $1 AND l.agent_slug = $2 AND l.simulated = $3`,
      [organizationId, agentSlug, simulated, MOST_MARKS],
    );
    if (!row) throw new Error('a query without its one row');
    const { today, alarm_budget, marks, evaluator, profile, scores, day, anchors, levels } = row;
    return {
      learned: evaluator === EVALUATOR_VERSION ? { scores, day, anchors, levels } : nothingLearned(today),
      // The profile does not depend on the version of the evaluator.
      profile: profile ?? NO_PROFILE,
      now: {
        marks: marksBySession(marks ?? []),
        budget: alarm_budget ?? DEFAULT_ALARM_BUDGET,
        floor: REVIEW_FROM,
        today,
      },
    };
  }

  /**
   * Reads as `read` does, and locks: another transaction learns of the agent only after this one. This lock comes
   * before those of the counts and the audit.
   */
  async hold(em: EntityManager, agent: LearnedAgent): Promise<AgentLevel> {
    const { organizationId, agentSlug, simulated } = agent;
    await em.query(
      "SELECT pg_advisory_xact_lock(hashtextextended(format('level %s %s %s', $1::text, $2::text, $3::text), 0))",
      [organizationId, simulated, agentSlug],
    );
    return this.read(em, agent);
  }

  async save(em: EntityManager, agent: LearnedAgent, learned: Learned, profile: AgentProfile): Promise<void> {
    const { scores, day, anchors, levels } = learned;
    await em.upsert(
      IntentLevelEntity,
      {
        ...{ ...agent, evaluator: EVALUATOR_VERSION, scores: [...scores], day },
        ...{ anchors: [...anchors], levels: [...levels], profile },
      },
      ['organizationId', 'agentSlug', 'simulated'],
    );
  }
}

/**
 * Reduces the marks to one for each session. A mark of a single call as fine says nothing of its session. The newest
 * mark of an operator counts; without one, any weak mark.
 */
function marksBySession(rows: readonly MarkRow[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { session } of rows) marks.set(session, 'weak');
  for (const { session, mark, by_operator } of rows) if (by_operator) marks.set(session, mark);
  return marks;
}
