import type { Summary } from '../api/summary';

type Reason = Summary['reasons'][number]['reason'];

const WORDS: Readonly<Record<Reason, readonly [one: string, several: string]>> = {
  'not-undone': ['effect was not undone', 'effects were not undone'],
  'rollback-incomplete': ['undo is not finished, or failed', 'undos are not finished, or failed'],
  'unconfirmed-approval': ['approved call has no outcome yet', 'approved calls have no outcome yet'],
  violation: ['violation', 'violations'],
  'unknown-outcome': ['call with an unknown outcome', 'calls with an unknown outcome'],
};

/** Returns the reason why a session needs attention: `2 violations`. */
export function dirtWords(reason: Reason, actions: number): string {
  if (actions === 0) return 'A rollback is running';
  return `${actions} ${WORDS[reason][actions === 1 ? 0 : 1]}`;
}
