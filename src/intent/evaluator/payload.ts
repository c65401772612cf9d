import { stem } from 'porter2';
import { cutText } from '../../platform/cut-text.js';
import { CONTENT_NAMES, PAGING_NAMES, RECIPIENT_NAMES, SECRET_NAMES } from './language/lexicon.js';
import { nameWords, plain } from './language/words.js';

export type ValueRole = 'recipient' | 'content' | 'secret' | 'paging' | 'other';
export type ValueKind = 'address' | 'identifier' | 'date' | 'number' | 'name' | 'prose';

export interface Value {
  readonly field: string;
  readonly role: ValueRole;
  readonly kind: ValueKind;
  readonly text: string;
}

const MOST_VALUES = 48;
const LONGEST_VALUE = 600;
const DEEPEST = 8;

/**
 * The values of a payload that could name something, first ones first, each cut to the length that a reader would read.
 */
export function valuesOf(payload: unknown): Value[] {
  const values: Value[] = [];
  let visits = 0;
  const walk = (value: unknown, field: string, depth: number): void => {
    if (values.length >= MOST_VALUES || depth > DEEPEST || ++visits > 4 * MOST_VALUES) return;
    if (typeof value === 'string') {
      const text = plain(value, LONGEST_VALUE).trim();
      if (text !== '') values.push({ field, role: roleOf(field), kind: kindOf(text), text });
    } else if (typeof value === 'number') {
      const kind = NAMES_ONE.test(field) ? 'identifier' : 'number';
      values.push({ field, role: roleOf(field), kind, text: String(value) });
    } else if (Array.isArray(value)) {
      for (const member of value) {
        if (values.length >= MOST_VALUES) return;
        walk(member, field, depth + 1);
      }
    } else if (value !== null && typeof value === 'object') {
      for (const name in value) {
        if (values.length >= MOST_VALUES) return;
        const short = cutText(name, 64);
        walk((value as Record<string, unknown>)[name], short, depth + 1);
      }
    }
  };
  walk(payload, '', 0);
  return values;
}

const roles = new Map<string, ValueRole>();

function roleOf(field: string): ValueRole {
  const known = roles.get(field);
  if (known !== undefined) return known;
  const words = nameWords(field).map(stem);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const role =
    words.length > 0 && words.every((word) => PAGING_NAMES.has(word))
      ? 'paging'
      : has(SECRET_NAMES)
        ? 'secret'
        : has(CONTENT_NAMES)
          ? 'content'
          : has(RECIPIENT_NAMES)
            ? 'recipient'
            : 'other';
  if (roles.size < 2_000) roles.set(field, role);
  return role;
}

const ADDRESS =
  /^(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?:\/\/|www\.)\S+|0x[0-9a-fA-F]{8,}|[A-Z]{2}\d{2}[A-Z0-9]{8,30})$/;

/** Matches a field whose numbers are identifiers, not amounts: `id`, `order_id`, `userIds`. */
const NAMES_ONE = /(?:^|_|[a-z])(?:[iI]ds?|ID)$/;

const DATE =
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?:[T ]\d{1,2}:\d{2}\S*)?$|^\d{1,2}:\d{2}(?::\d{2})?$/;

function kindOf(text: string): ValueKind {
  if (DATE.test(text)) return 'date';
  if (/^-?\d+(\.\d+)?$/.test(text)) return text.length >= 5 && !text.includes('.') ? 'identifier' : 'number';
  if (!/\s/.test(text)) {
    if (ADDRESS.test(text)) return 'address';
    if (/\d/.test(text) || /[_@#/\\]/.test(text)) return 'identifier';
    return 'name';
  }
  return text.length > 60 || text.split(/\s+/).length > 6 ? 'prose' : 'name';
}
