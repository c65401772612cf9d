import type { Tone } from '../../ui/tag';
import { sessionsWords as words } from '../../words';
import type { Drift } from './filters';

const WORDS: Readonly<Record<Drift, readonly [string, Tone]>> = {
  ALIGNED: [words.drift.aligned, 'good'],
  REVIEW: [words.drift.review, 'warning'],
  DRIFTED: [words.drift.drifted, 'danger'],
  INSUFFICIENT_EVIDENCE: [words.drift.insufficient, 'quiet'],
};

export const driftWord = (drift: Drift) => WORDS[drift][0];
export const driftTone = (drift: Drift) => WORDS[drift][1];
