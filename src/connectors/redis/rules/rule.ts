import type { Json, JsonObject } from '../../connector.js';
import type { Part } from '../part.js';
import type { World } from '../undo/world.js';

/** When a command is tried: milliseconds by the server's clock, and the answer where there was one. */
export interface Moment {
  readonly at: number;
  readonly answer: Json | undefined;
}

/** What one command does. Pure: both ask nothing but their arguments. */
export interface Rule {
  /** What has to be captured. The expiry of each key belongs to it. */
  parts(payload: JsonObject): readonly Part[];
  /**
   * Changes the world as the command does.
   * @returns the answers that fit; null: any answer fits
   * @throws NotCapturable for options of unknown meaning
   */
  apply(payload: JsonObject, world: World, moment: Moment): readonly Json[] | null;
}

export const text = (payload: JsonObject, name: string): string => String(payload[name]);
export const texts = (payload: JsonObject, name: string): string[] => ((payload[name] ?? []) as Json[]).map(String);
export const wordsOf = (payload: JsonObject): string[] => texts(payload, 'options').map((word) => word.toLowerCase());
