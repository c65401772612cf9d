import { reveal, revealAll } from '../../../src/platform/reveal/reveal.js';
import type { Json } from '../api/json';

export { reveal };

/** A JSON value on several lines, with marks for what a reader would not see or take for something else. */
export function shown(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(revealAll(value), null, 2);
}
