import type { A_Const, Node, TypeName } from 'libpg-query';
import type { Json } from '../../../json.js';
import { toJsonValue } from './json-value.js';

export interface Constant {
  readonly value: Json;
}

const INTEGERS = new Set(['int2', 'int4', 'int8', 'oid', 'numeric']);
const TEXTS = new Set(['text', 'varchar', 'bpchar']);
const ISO_DAY = 10;

/**
 * The value of a literal, a parameter, or a cast of one that the column's own type makes unnecessary; null for
 * everything else.
 * @param compared true in a condition, where a cast to text may choose another operator
 */
export function constantOf(node: Node | undefined, values: readonly unknown[], compared = false): Constant | null {
  if (node === undefined) return null;
  if ('A_Const' in node) return literal(node.A_Const, compared);
  if ('ParamRef' in node) {
    const index = (node.ParamRef.number ?? 0) - 1;
    if (index < 0 || index >= values.length) return null;
    // The column decides the meaning of bytes: the server receives them anyway, but only as a value to be stored.
    if (compared && ArrayBuffer.isView(values[index])) return null;
    return { value: toJsonValue(values[index]) };
  }
  if ('TypeCast' in node) {
    const inner = constantOf(node.TypeCast.arg, values, compared);
    return inner && castIsNeutral(inner.value, node.TypeCast.typeName, compared) ? inner : null;
  }
  return null;
}

function literal(constant: A_Const, compared: boolean): Constant | null {
  if (constant.isnull) return { value: null };
  if (constant.ival) return { value: constant.ival.ival ?? 0 };
  if (constant.boolval) return { value: constant.boolval.boolval ?? false };
  if (constant.sval) return { value: constant.sval.sval ?? '' };
  const text = constant.fval?.fval;
  if (text === undefined) return null;
  if (String(Number(text)) === text) return { value: toJsonValue(Number(text)) };
  // PostgreSQL cannot compare the value with a column of integers if it is sent as text.
  return compared ? null : { value: text };
}

/** Tells whether a cast may be left out, because the value already is the result of the cast. */
function castIsNeutral(value: Json, type: TypeName | undefined, compared: boolean): boolean {
  const name = type?.names?.at(-1);
  if (!type || !name || !('String' in name) || (type.typemod ?? -1) !== -1 || type.typmods || type.setof) return false;
  if (value === null) return true;
  if (type.arrayBounds) return Array.isArray(value) && compared;
  const kind = name.String.sval ?? '';
  if (INTEGERS.has(kind)) return Number.isSafeInteger(value) || isIntegerText(value);
  if (TEXTS.has(kind)) return typeof value === 'string' && !compared;
  if (kind === 'bool') return typeof value === 'boolean';
  if (kind === 'uuid') return typeof value === 'string';
  // For a time, the cast chooses the zone.
  if (kind === 'date') return typeof value === 'string' && value.length === ISO_DAY && isDay(value) && !compared;
  return (kind === 'json' || kind === 'jsonb') && !compared;
}

function isIntegerText(value: Json): boolean {
  if (typeof value !== 'string' || value.length > 20) return false;
  const digits = value.startsWith('-') ? value.slice(1) : value;
  return digits !== '' && [...digits].every((digit) => digit >= '0' && digit <= '9') && String(BigInt(value)) === value;
}

function isDay(value: string): boolean {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, ISO_DAY) === value;
}
