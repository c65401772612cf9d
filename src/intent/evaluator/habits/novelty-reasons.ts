import { cutText } from '../../../platform/cut-text.js';
import type { Ground } from '../reasons.js';
import type { Novelty } from './profile.js';
import type { Usage } from './usage.js';

/**
 * The part that each adds to the log odds. The values are set by judgement, because no public data has agents with a
 * history. They only ever add.
 */
const OPERATION = 1.5;
const TARGET = 0.5;
const SIZE = 0.5;

/** Reasons against a call that come from its agent's habits. */
export function noveltyGrounds({ operation, target, size }: Usage, novelty: Novelty): Ground[] {
  const grounds: Ground[] = [];
  if (novelty.operation > 0) {
    const how = novelty.isFirstUse ? 'uses it for the first time' : 'has used it on one or two days only';
    const words = `${quoted(operation)} is unusual: the agent ${how}, in ${novelty.sessions} sessions`;
    grounds.push(ground('unusual-operation', words, operation, OPERATION * novelty.operation));
  }
  if (target && novelty.target > 0) {
    const words = `${quoted(`${target.field} ${target.name}`)} is hardly ever the target of this operation of the agent`;
    grounds.push(ground('unusual-target', words, target.name, TARGET * novelty.target));
  }
  if (size && novelty.size > 0) {
    const words = `${quoted(`${size.field} ${size.text}`)} is larger than what the agent uses otherwise`;
    grounds.push(ground('unusual-size', words, size.text, SIZE * novelty.size));
  }
  return grounds;
}

const quoted = (text: string) => `"${cutText(text.trim(), 80)}"`;

const ground = (code: string, message: string, evidence: string, strength: number): Ground => ({
  reason: { code, message, evidence: cutText(evidence, 160) },
  strength,
});
