import type { Edit } from '../asking/gate.js';
import type { Json } from '../json.js';
import { canonicalJson } from '../wire/canonical-json.js';

const MOST_MEMBERS = 10;
const LONGEST = 200;

/** Tells a model what ran in the place of what it asked for, so that it neither relies on its own arguments nor repeats the call. */
export function editNote({ from, to, reason }: Edit): string {
  const names = [...new Set([...Object.keys(to), ...Object.keys(from)])].filter((name) =>
    differs(from[name], to[name]),
  );
  const changes = names
    .slice(0, MOST_MEMBERS)
    .map((name) => `${name}: ${shown(to[name])} in place of ${shown(from[name])}`);
  const more = names.length > MOST_MEMBERS ? [`${names.length - MOST_MEMBERS} more`] : [];
  const why = reason === null ? '' : ` Reason: ${reason}`;
  return (
    `An operator changed the arguments before the call ran (${[...changes, ...more].join('; ')}). This result is of the ` +
    `changed call; do not repeat the call with your own arguments.${why}`
  );
}

const differs = (a: Json | undefined, b: Json | undefined): boolean =>
  canonicalJson(a ?? null) !== canonicalJson(b ?? null);

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
