import { sessionsWords as words } from '../../../words';
import type { Summary } from '../api/summary';

type Reason = Summary['reasons'][number]['reason'];

const WORDS: Readonly<Record<Reason, readonly [one: string, several: string]>> = {
  'not-undone': [words.dirt.effectWasNotUndone, words.dirt.effectsWereNotUndone],
  'rollback-incomplete': [words.dirt.undoIsNotFinishedOr, words.dirt.undosAreNotFinishedOr],
  'unconfirmed-approval': [words.dirt.approvedCallHasNoOutcome, words.dirt.approvedCallsHaveNoOutcome],
  violation: ['violation', 'violations'],
  'unknown-outcome': [words.dirt.callWithAnUnknownOutcome, words.dirt.callsWithAnUnknownOutcome],
};

/** Returns the reason why a session needs attention: `2 violations`. */
export function dirtWords(reason: Reason, actions: number): string {
  if (actions === 0) return words.dirt.aRollbackIsRunning;
  return `${actions} ${WORDS[reason][actions === 1 ? 0 : 1]}`;
}
