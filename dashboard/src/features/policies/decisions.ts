import type { Tone } from '../../ui/tag';
import { policyWords as words } from '../../words';
import type { Policy } from './api';

export type Decision = Policy['action'];

export const DECISION_WORDS: Readonly<Record<Decision, readonly [word: string, tone: Tone]>> = {
  ALLOW: [words.decisions.allow, 'good'],
  REQUIRE_APPROVAL: [words.decisions.requireApproval, 'warning'],
  BLOCK: [words.decisions.block, 'danger'],
};
export const DECISIONS = Object.keys(DECISION_WORDS) as readonly Decision[];
/** The decisions as the choices of an input. */
export const DECISION_CHOICES = DECISIONS.map((value) => ({ value, label: DECISION_WORDS[value][0] }));
