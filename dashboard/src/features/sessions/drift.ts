import type { Tone } from '../../ui/tag';
import type { Drift } from './filters';

const WORDS: Readonly<Record<Drift, readonly [string, Tone]>> = {
  ALIGNED: ['Keeps to its intent', 'good'],
  REVIEW: ['Intent: to review', 'warning'],
  DRIFTED: ['Drifted', 'danger'],
  INSUFFICIENT_EVIDENCE: ['Intent: too little to tell', 'quiet'],
};

export const driftWord = (drift: Drift) => WORDS[drift][0];
export const driftTone = (drift: Drift) => WORDS[drift][1];
