import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { KeptSession } from '../../sessions/session-locks.js';
import { conclude, type IntentEvaluation, type IntentProgress } from '../evaluator/evaluate.js';
import { type Occasion, short } from '../evaluator/habits/habit.js';
import { type Novelty, noveltyIn, taughtBy } from '../evaluator/habits/profile.js';
import type { Usage } from '../evaluator/habits/usage.js';
import { type Circumstances, learnedAnew, levelWithout, type Mark, percentileOf, withScore } from './level.js';
import { type AgentLevel, type LearnedAgent, LevelsRepository } from './levels.repository.js';

/** Knows the level of each agent, which is learned from its own sessions (docs/intent.md). */
@Injectable()
export class AgentLevels {
  constructor(
    private readonly database: Database,
    private readonly repository: LevelsRepository,
  ) {}

  /**
   * Answers the novelty of calls for the agent, as far as it is known now: another session may be teaching the profile
   * meanwhile.
   */
  async noveltyFor(em: EntityManager, agent: LearnedAgent, sessionId: string): Promise<(usage: Usage) => Novelty> {
    const { profile, now } = await this.repository.read(em, agent);
    const occasion = occasionOf(sessionId, now);
    return (usage) => noveltyIn(profile, usage, occasion);
  }

  /** Concludes the session by the level of its agent, and learns from it. Other sessions of the agent wait. */
  async judge(
    em: EntityManager,
    agent: LearnedAgent,
    sessionId: string,
    progress: IntentProgress,
    usages: readonly Usage[],
  ): Promise<{ found: IntentEvaluation; progress: IntentProgress }> {
    const { learned, profile, now } = await this.repository.hold(em, agent);
    const key = keyOf(sessionId);
    const found = conclude(progress, levelWithout(learned, key, now));
    // A score of 0 for lack of evidence is no information about the agent.
    if (found.verdict === 'INSUFFICIENT_EVIDENCE') return { found, progress };
    const after = taughtBy(profile, progress.taught, usages, occasionOf(sessionId, now));
    await this.repository.save(em, agent, withScore(learned, key, found.driftScore, now), after.profile);
    return { found, progress: { ...progress, taught: after.taught } };
  }

  /** Learns anew after a mark, and concludes the session by the new level. */
  async recalibrate(
    em: EntityManager,
    agent: LearnedAgent,
    sessionId: string,
    progress: IntentProgress | undefined,
  ): Promise<IntentEvaluation | null> {
    const { learned, profile, now } = await this.repository.hold(em, agent);
    const anew = learnedAnew(learned, now);
    await this.repository.save(em, agent, anew, profile);
    return progress ? conclude(progress, levelWithout(anew, keyOf(sessionId), now)) : null;
  }

  /** The level of the agent without the session, and the rank that a score of the session has. */
  async read(organizationId: string, { agent_slug: agentSlug, simulated }: Omit<KeptSession, 'intent'>) {
    const agent = { organizationId, agentSlug, simulated };
    const level = await this.database.transaction(organizationId, (em) => this.repository.read(em, agent));
    return {
      levelFor: (sessionId: string) => ({
        ...levelWithout(level.learned, keyOf(sessionId), level.now),
        ...viewOf(level),
      }),
      percentileOf: (sessionId: string, score: number) =>
        percentileOf(level.learned, keyOf(sessionId), score, level.now),
    };
  }
}

const BARS = 10;

/** The number of sessions with a score from 0 to 0.1, from 0.1 to 0.2, and so on. */
function viewOf({ learned: { scores }, now: { budget } }: AgentLevel) {
  const history = Array.from({ length: BARS }, () => 0);
  for (const [, score] of scores) {
    const bar = Math.min(BARS - 1, Math.floor(score * BARS));
    history[bar] = (history[bar] ?? 0) + 1;
  }
  return { alarmBudget: budget, history };
}

const DAY_MS = 86_400_000;

function occasionOf(sessionId: string, { marks, today }: Circumstances): Occasion {
  const marked = (wanted: Mark) => {
    const sessions = new Set([...marks].flatMap(([key, mark]) => (mark === wanted ? [short(key)] : [])));
    return (session: string) => sessions.has(session);
  };
  const [isForgotten, isVouched] = [marked('drift'), marked('fine')];
  return { day: Date.parse(today) / DAY_MS, session: keyOf(sessionId), isForgotten, isVouched, keyOf: nameKeyOf };
}

const nameKeys = new Map<string, string>();

/** An agent chooses the names of its tools: a hash that it can make collide would let it borrow another tool's habit. */
function nameKeyOf(name: string): string {
  const known = nameKeys.get(name);
  if (known !== undefined) return known;
  const key = createHash('sha256').update(name).digest('base64').slice(0, 8);
  if (nameKeys.size < 2_000 && name.length <= 64) nameKeys.set(name, key);
  return key;
}

/** Computes the same key as `session_key` in the database. */
function keyOf(sessionId: string): string {
  const bytes = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  return createHash('sha256').update(bytes).digest().subarray(0, 9).toString('base64');
}
