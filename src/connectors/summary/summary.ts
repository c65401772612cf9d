import { isObject } from '../../platform/json.js';
import type { JsonObject } from '../connector.js';
import { type Piece, shorten } from './shorten.js';
import { type Part, type Placeholder, parseTemplate, placeholdersOf, valueAt } from './template.js';
import { descriptivePieces } from './unknown-call.js';
import { membersOf, money, quoted, written } from './value.js';

/** The members of a snapshot of one resource, if they have the names of the payload's members. */
export type Before = Readonly<Record<string, unknown>> | null;

/** A template as it is parsed, and its placeholders, also those in brackets. */
interface Template {
  readonly parts: readonly Part[];
  readonly placeholders: readonly Placeholder[];
}

const parsed = new Map<string, Template>();

/**
 * A call as one sentence of at most 80 characters, from its operation's template; without one, its name and its three most telling
 * arguments. Values are complete or marked as cut, hidden characters are marked, and `+2 more` counts arguments that are not shown.
 */
export function summaryOf(template: string | null, apiName: string, payload: JsonObject, before: Before): string {
  if (template === null) return shorten(descriptivePieces(apiName, payload));
  const { parts, placeholders } = readTemplate(template);
  const shown = placeholders.flatMap((placeholder) => used(placeholder, payload));
  const rest = hiddenCount(payload, shown);
  const isAll = placeholders.some(({ paths }) => paths.includes('*'));
  const pieces = piecesOf(parts, { payload, before, rest }) ?? [];
  const more = isAll ? 0 : Object.keys(rest).length;
  return shorten(more === 0 ? pieces : [...pieces, { kind: 'literal', text: ` +${more} more` }]);
}

/** Reads each template once. */
export function readTemplate(template: string): Template {
  const known = parsed.get(template);
  if (known) return known;
  const parts = parseTemplate(template);
  const read = { parts, placeholders: placeholdersOf(parts) };
  parsed.set(template, read);
  return read;
}

interface Call {
  readonly payload: JsonObject;
  readonly before: Before;
  /** The members that no placeholder names. */
  readonly rest: JsonObject;
}

/** Null for a part in brackets that has none of its values. */
function piecesOf(parts: readonly Part[], call: Call, isOptional = false): Piece[] | null {
  const pieces: Piece[] = [];
  for (const part of parts) {
    if (part.kind === 'literal') pieces.push(part);
    else if (part.kind === 'optional') pieces.push(...(piecesOf(part.parts, call, true) ?? []));
    else {
      const piece = pieceOf(part, call);
      if (piece === null && isOptional) return null;
      pieces.push(piece ?? { kind: 'literal', text: '?' });
    }
  }
  return pieces;
}

function pieceOf({ paths, format }: Placeholder, { payload, before, rest }: Call): Piece | null {
  const path = paths.includes('*') ? '*' : paths.find((one) => valueAt(payload, one) !== undefined);
  if (path === undefined) return null;
  const value = path === '*' ? rest : valueAt(payload, path);
  if (path === '*' && Object.keys(rest).length === 0) return null;
  if (format === 'money') return { kind: 'id', text: money(value, valueAt(payload, besides(path, 'currency'))) };
  if (format === 'size') return { kind: 'id', text: Array.isArray(value) ? String(value.length) : '1' };
  if (format === 'rows') return { kind: 'id', text: `${written(value)} ${value === 1 ? 'row' : 'rows'}` };
  if (format === 'changes') return { kind: 'text', text: changes(value, before) };
  if (format === 'text') return { kind: 'text', text: typeof value === 'string' ? quoted(value) : plain(value) };
  return { kind: 'id', text: isObject(value) ? plain(value) : written(value) };
}

const plain = (value: unknown) => (isObject(value) ? membersOf(value) || '{}' : written(value));

/** `credit 10 → 300, name=Ada`: with the former value where the snapshot has one. */
function changes(value: unknown, before: Before): string {
  if (!isObject(value)) return written(value);
  return Object.entries(value)
    .map(([name, after]) =>
      before && Object.hasOwn(before, name)
        ? `${written(name)} ${written(before[name])} → ${written(after)}`
        : `${written(name)}=${written(after)}`,
    )
    .join(', ');
}

const besides = (path: string, name: string) => [...path.split('.').slice(0, -1), name].join('.');

/** The path that a placeholder shows, and the one that its format reads besides. */
function used({ paths, format }: Placeholder, payload: JsonObject): string[] {
  const path = paths.find((one) => valueAt(payload, one) !== undefined);
  if (path === undefined) return [];
  return format === 'money' ? [path, besides(path, 'currency')] : [path];
}

/** The members that no path leads to; of a member that a path leads into, its other members. */
function hiddenCount(payload: JsonObject, paths: readonly string[]): JsonObject {
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(payload)) {
    if (paths.includes(name)) continue;
    const inner = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    if (inner.length === 0) rest[name] = value;
    else if (isObject(value))
      for (const [member, left] of Object.entries(hiddenCount(value as JsonObject, inner)))
        rest[`${name}.${member}`] = left;
  }
  return rest;
}
