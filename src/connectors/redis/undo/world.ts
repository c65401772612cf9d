import { canonicalNumber, sum } from '../../decimal.js';
import { expiry, idOf, NEVER, type Part, type State } from '../part.js';

/** What a command does to one part. */
export interface Change {
  readonly part: Part;
  readonly before: State;
  readonly after: State;
  /** What was added to a number that the command did not replace, as decimal text; null: no arithmetic. */
  readonly added: string | null;
}

/** The states of parts, on which commands are tried without being sent. */
export class World {
  readonly #held = new Map<string, Change>();

  constructor(states: Iterable<readonly [Part, State]>) {
    for (const [part, state] of states) this.found(part, state);
  }

  get(part: Part): State {
    return this.#held.get(idOf(part))?.after ?? null;
  }

  /** What a part held before the command, where another part tells it. */
  found(part: Part, state: State): void {
    this.#held.set(idOf(part), { part, before: state, after: state, added: null });
  }

  set(part: Part, state: State): void {
    const before = this.#held.get(idOf(part))?.before ?? null;
    this.#held.set(idOf(part), { part, before, after: state, added: null });
    if (state !== null && part.kind !== 'expiry') this.#made(part.key);
  }

  /** Adds to a number. @returns the sum; null where the part holds no number, and nothing changes */
  add(part: Part, by: string): string | null {
    const before = this.get(part);
    const text = before === null ? '0' : textOf(before);
    const total = text === null ? null : totalOf(part, text, 1, by);
    if (total === null) return null;
    this.set(part, part.kind === 'value' ? stringOf(total) : total);
    this.#held.set(idOf(part), { part, before, after: this.get(part), added: by });
    return total;
  }

  all(): readonly Change[] {
    return [...this.#held.values()];
  }

  /** The states of now, as those before the next command. */
  next(): World {
    return new World([...this.#held.values()].map(({ part, after }) => [part, momentOf(after)]));
  }

  /** A key that a command makes does not expire. */
  #made(key: string): void {
    if (this.get(expiry(key)) === null) this.set(expiry(key), NEVER);
  }
}

/** Of an expiry that is known as a range, one moment of it. */
function momentOf(state: State): State {
  return typeof state === 'object' && state !== null && 'from' in state ? (state.from ?? null) : state;
}

/** Scores are binary numbers of 64 bits, as the server adds them; everything else is decimal. Null: one is no number. */
export function totalOf({ kind }: Part, text: string, sign: 1 | -1, by: string): string | null {
  return kind === 'score' ? scoreText(Number(text) + sign * Number(by)) : sum(text, sign, by);
}

/** Servers write the same score with more digits or fewer. */
export const scoreText = (score: string | number): string => canonicalNumber(String(Number(score)));

export const stringOf = (value: State): State => ({ type: 'string', value });

/** The text of a string key, a field or a score; null where it is none. */
export function textOf(state: State): string | null {
  if (typeof state === 'string') return state;
  const { type, value } = (state ?? {}) as { type?: State; value?: State };
  return type === 'string' && typeof value === 'string' ? value : null;
}
