import { reveal, revealAll } from '../../../src/platform/reveal/reveal.js';
import type { Json } from '../api/json';

export { reveal };

/** Formats a JSON value on several lines, with marks for characters that a reader would not see or would misread. */
export function shown(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(revealAll(value), null, 2);
}
