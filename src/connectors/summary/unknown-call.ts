import { createHash } from 'node:crypto';
import { isObject } from '../../platform/json.js';
import type { JsonObject } from '../connector.js';
import type { Piece } from './shorten.js';
import { written } from './value.js';

const SHOWN = 3;
const MAX_DEPTH = 3;
const MAX_LEAVES = 200;
/** The characters of a list or record that is shown whole. */
const WHOLE = 40;

/** Names that people look for first in arguments of unknown operations. */
const DESCRIPTIVE = [
  /^(to|recipients?|e?mail|address|channel|user|customer|account)$/i,
  /(^|_|\b)id$|Id$|^(key|ref|uuid|number|slug)$/,
  /^(amount|total|price|sum|count|quantity|currency)$/i,
  /^(path|url|table|bucket|file|repo|owner|command|query|sql)$/i,
  /^(name|title|subject|status|state|type)$/i,
];

/** The name of a call that no connector knows, and its three most telling arguments. */
export function descriptivePieces(apiName: string, payload: JsonObject): Piece[] {
  const leaves = leavesOf(payload, '', 1).slice(0, MAX_LEAVES);
  const shown = leaves
    .map((leaf, index) => ({ ...leaf, index, rank: rankOf(leaf) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, SHOWN);
  const more = leaves.length - shown.length;
  return [
    { kind: 'id', text: written(apiName) },
    ...shown.flatMap(({ name, value }, index): Piece[] => [
      { kind: 'literal', text: index === 0 ? ': ' : ', ' },
      { kind: 'id', text: `${written(name)}=${shortly(value)}` },
    ]),
    ...(more > 0 ? [{ kind: 'literal', text: ` +${more} more` } as const] : []),
  ];
}

/** A list or record that is long is shown by its size and its hash: cut in the middle it cannot be read. */
function shortly(value: unknown): string {
  const text = written(value);
  if (typeof value !== 'object' || value === null || text.length <= WHOLE) return text;
  const size = Array.isArray(value) ? `list of ${value.length}` : `record of ${Object.keys(value).length}`;
  return `(${size} ~${createHash('sha256').update(text).digest('hex').slice(0, 6)})`;
}

/** The values of the members that name a recipient, a resource or a place. */
export function identifyingValues(payload: JsonObject): unknown[] {
  const naming = [DESCRIPTIVE[0], DESCRIPTIVE[1], DESCRIPTIVE[3]];
  return leavesOf(payload, '', 1)
    .slice(0, MAX_LEAVES)
    .filter(({ name }) => naming.some((pattern) => pattern?.test(name.split('.').at(-1) ?? name)))
    .map(({ value }) => value);
}

interface Leaf {
  readonly name: string;
  readonly value: unknown;
}

function leavesOf(value: Readonly<Record<string, unknown>>, within: string, depth: number): Leaf[] {
  return Object.entries(value).flatMap(([name, member]) =>
    isObject(member) && depth < MAX_DEPTH && Object.keys(member).length > 0
      ? leavesOf(member, `${within}${name}.`, depth + 1)
      : [{ name: within + name, value: member }],
  );
}

function rankOf({ name, value }: Leaf): number {
  const last = name.split('.').at(-1) ?? name;
  const found = DESCRIPTIVE.findIndex((pattern) => pattern.test(last));
  const isLong = typeof value === 'object' ? value !== null : String(value).length > 60;
  return (found === -1 ? DESCRIPTIVE.length : found) + (isLong ? DESCRIPTIVE.length + 1 : 0);
}
