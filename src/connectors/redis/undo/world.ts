import { canonicalNumber, sum } from '../../decimal.js';
import { expiry, idOf, NEVER, type Part, type State } from '../part.js';

/** The effect of commands on one part. */
export interface Change {
  readonly part: Part;
  /** The captured state, before the first of them. */
  readonly before: State;
  readonly after: State;
}

/** The captured states of parts, on which commands are tried without being sent. */
export class World {
  readonly #held = new Map<string, Change>();
  /** Parts that commands of the agent name, and that no capture has read: their former state is unknown. */
  readonly #uncaptured = new Map<string, State>();

  constructor(states: Iterable<readonly [Part, State]>) {
    for (const [part, state] of states) this.found(part, state);
  }

  get(part: Part): State {
    const id = idOf(part);
    return this.#held.get(id)?.after ?? this.#uncaptured.get(id) ?? null;
  }

  /** Adds the state of a part before the command, which another captured part shows. */
  found(part: Part, state: State): void {
    this.#held.set(idOf(part), { part, before: state, after: state });
  }

  set(part: Part, state: State): void {
    const id = idOf(part);
    const captured = this.#held.get(id);
    if (captured) this.#held.set(id, { ...captured, after: state });
    else this.#uncaptured.set(id, state);
    if (state !== null && part.kind !== 'expiry') this.#made(part.key);
  }

  /** Adds to a number. @returns the sum; null when the part holds no number, and nothing changes */
  add(part: Part, by: string): string | null {
    const before = this.get(part);
    const text = before === null ? '0' : textOf(before);
    const total = text === null ? null : totalOf(part, text, by);
    if (total === null) return null;
    this.set(part, part.kind === 'value' ? stringOf(total) : total);
    return total;
  }

  all(): readonly Change[] {
    return [...this.#held.values()];
  }

  /** The state after the commands so far, as the next one meets it. An undo still restores the captured states. */
  next(): World {
    for (const [id, one] of this.#held) this.#held.set(id, { ...one, after: momentOf(one.after) });
    return this;
  }

  /** A key that a command makes does not expire. */
  #made(key: string): void {
    if (this.get(expiry(key)) === null) this.set(expiry(key), NEVER);
  }
}

/** One moment of an expiry that is known as a range. */
function momentOf(state: State): State {
  return typeof state === 'object' && state !== null && 'from' in state ? (state.from ?? null) : state;
}

/**
 * Scores are binary numbers of 64 bits, as the server adds them; everything else is decimal. Null when one is no
 * number.
 */
function totalOf({ kind }: Part, text: string, by: string): string | null {
  return kind === 'score' ? scoreText(Number(text) + Number(by)) : sum(text, 1, by);
}

/** Servers write the same score with more digits or fewer. */
export const scoreText = (score: string | number): string => canonicalNumber(String(Number(score)));

export const stringOf = (value: State): State => ({ type: 'string', value });

/** The text of a string key, a field or a score; null when it is none. */
export function textOf(state: State): string | null {
  if (typeof state === 'string') return state;
  const { type, value } = (state ?? {}) as { type?: State; value?: State };
  return type === 'string' && typeof value === 'string' ? value : null;
}
