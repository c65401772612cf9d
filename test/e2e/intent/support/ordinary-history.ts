import { EVALUATOR_VERSION } from '../../../../src/intent/evaluator/evaluate.js';
import { REVIEW_FROM } from '../../../../src/intent/evaluator/weights.js';
import { nothingLearned, withScore } from '../../../../src/intent/level/level.js';
import { rows } from '../../../support/ledger.js';

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Gives the agent a history of some days: a hundred sessions with scores from 0.05 to 0.45. */
export async function withOrdinaryHistory(organizationId: string, agentId = 'agent', simulated = false): Promise<void> {
  const now = { marks: new Map(), budget: 3, floor: REVIEW_FROM, today: YESTERDAY };
  let learned = nothingLearned(YESTERDAY);
  for (let n = 0; n < 100; n++) learned = withScore(learned, `before-${n}`, 0.05 + (n % 50) * 0.008, now);
  await rows.query(
    `INSERT INTO intent_levels (organization_id, agent_slug, simulated, evaluator, scores, day, anchors, levels)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[organizationId, agentId, simulated, EVALUATOR_VERSION, JSON.stringify(learned.scores), learned.day],
      ...[learned.anchors, learned.levels],
    ],
  );
}
