import type { Summary } from '../../../api/session-summary';
import { sessionsWords as words } from '../../../words';

type Reason = Summary['reasons'][number]['reason'];

const WORDS: Readonly<Record<Reason, readonly [one: string, several: string]>> = {
  'not-undone': [words.dirt.notUndone, words.dirt.notUndoneMany],
  'rollback-incomplete': [words.dirt.undoOpen, words.dirt.undoOpenMany],
  'unconfirmed-approval': [words.dirt.noOutcome, words.dirt.noOutcomeMany],
  violation: ['violation', 'violations'],
  'unknown-outcome': [words.dirt.unknownOutcome, words.dirt.unknownOutcomeMany],
};

/** Returns the reason why a session needs attention: `2 violations`. */
export function dirtWords(reason: Reason, actions: number): string {
  if (actions === 0) return words.dirt.rollingBack;
  return `${actions} ${WORDS[reason][actions === 1 ? 0 : 1]}`;
}
