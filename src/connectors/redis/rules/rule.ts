import type { Json, JsonObject } from '../../connector.js';
import type { Part } from '../part.js';
import type { World } from '../undo/world.js';

/**
 * The circumstances of a trial of a command: the time in milliseconds by the server's clock, and the answer if there
 * was one.
 */
export interface Moment {
  readonly at: number;
  readonly answer: Json | undefined;
}

/** The effect of one command. Both functions are pure and read nothing but their arguments. */
export interface Rule {
  /** The parts that have to be captured. The expiry of each key belongs to them. */
  parts(payload: JsonObject): readonly Part[];
  /**
   * Changes the world as the command does.
   * @returns the answers that fit; null when any answer fits
   * @throws NotCapturable for options of unknown meaning
   */
  apply(payload: JsonObject, world: World, moment: Moment): readonly Json[] | null;
}

export const text = (payload: JsonObject, name: string): string => String(payload[name]);
export const texts = (payload: JsonObject, name: string): string[] => ((payload[name] ?? []) as Json[]).map(String);
export const wordsOf = (payload: JsonObject): string[] => texts(payload, 'options').map((word) => word.toLowerCase());
