import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../connector.js';
import { NEVER, type Part, type State } from '../part.js';
import type { Moment, Rule } from '../rules/rule.js';
import { type Change, scoreText, stringOf, textOf, World } from './world.js';

/**
 * True when another client could have changed this part right before the command without a difference in the answer or
 * in the state that the command left.
 * @param states the states of all parts right before the command
 */
export function isUnseen(
  { part, before }: Change,
  rule: Rule,
  payload: JsonObject,
  states: readonly (readonly [Part, State])[],
  moment: Moment,
): boolean {
  const tried = (world: World) => {
    const answers = rule.apply(payload, world, moment);
    const left = world.all().map(({ after }) => after);
    return moment.answer === undefined ? [left] : [left, answers];
  };
  const other = new World(states);
  other.found(part, otherThan(part, before, moment.at));
  return isDeepStrictEqual(tried(new World(states)), tried(other));
}

function otherThan({ kind }: Part, state: State, at: number): State {
  switch (kind) {
    case 'member':
    case 'members':
      return state === null ? true : null;
    case 'expiry':
      return state === NEVER ? at + 1 : NEVER;
    case 'score':
      return scoreText(Number(state ?? 0) + 1);
    case 'list':
      return [...((state as State[] | null) ?? []), 'another'];
    case 'field':
      return `${state ?? ''}another`;
    case 'value':
      return stringOf(`${textOf(state) ?? ''}another`);
  }
}
