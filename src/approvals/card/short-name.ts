import { cutText } from '../../platform/cut-text.js';

const WHOLE = 120;
const HALF = WHOLE / 2 - 1;

/** A name as a part of a path. Each path below it repeats it, so a long one is shown by its beginning and its end. */
export function shortName(name: string): string {
  if (name.length <= WHOLE) return name;
  return `${cutText(name, HALF)}…${name.slice(-HALF).replace(/^[\udc00-\udfff]/, '')}`;
}
