import { sentenceOf } from '../../../ui/call';
import type { Action } from '../api';

/** Two calls are the same if they do the same, whenever they ran. */
const keyOf = (action: Action) => `${action.apiName} ${sentenceOf(action)}`;

/**
 * Returns the calls of the first list that the other does not have. A call that is there twice and once in the other is
 * returned once.
 */
export function onlyIn(actions: readonly Action[], others: readonly Action[]): ReadonlySet<string> {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  const only = new Set<string>();
  for (const action of actions) {
    const count = left.get(keyOf(action)) ?? 0;
    if (count === 0) only.add(action.id);
    else left.set(keyOf(action), count - 1);
  }
  return only;
}
