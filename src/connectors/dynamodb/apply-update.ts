import type { Json, JsonObject } from '../connector.js';
import { sum } from '../decimal.js';
import { canonical } from './attribute-values.js';
import type { Clause, Operand, Path } from './update-expression.js';

/** Stands for a value that the update cannot have left; a value that is compared with it belongs to another client. */
const UNKNOWN: JsonObject = { $unknown: true };

/** DynamoDB would refuse the update. */
class Mismatch extends Error {}

/**
 * The attributes that an update touches, with their new values; null when it removes the attribute. The right-hand
 * sides see the item as it was before, as DynamoDB evaluates them.
 */
export function applyUpdate(clauses: readonly Clause[], before: JsonObject): JsonObject {
  const item: JsonObject = { ...before };
  const touched = [...new Set(clauses.map(({ path }) => path[0]))];
  try {
    const removals = clauses.filter(({ does }) => does === 'REMOVE');
    for (const clause of clauses) if (clause.does !== 'REMOVE') apply(item, clause, before);
    // The members of a list are removed from its end, so that the indexes before them stay true.
    for (const clause of removals.sort((one, other) => lastIndex(other) - lastIndex(one))) apply(item, clause, before);
    return Object.fromEntries(touched.map((name) => [name, item[name] ? canonical(item[name]) : null]));
  } catch (error) {
    if (error instanceof Mismatch) return Object.fromEntries(touched.map((name) => [name, UNKNOWN]));
    throw error;
  }
}

const lastIndex = ({ path }: Clause) => Number(path.at(-1)) || 0;

function apply(item: JsonObject, clause: Clause, before: JsonObject): void {
  store(item, clause.path, left(clause, before));
}

/** The value that a clause leaves at its path; null when it removes it. */
function left(clause: Clause, before: JsonObject): Json {
  if (clause.does === 'REMOVE') return null;
  if (clause.does === 'SET') return evaluate(clause.to, before);
  const there = lookUp(before, clause.path);
  return clause.does === 'ADD' ? added(there, clause.value) : without(there, clause.value);
}

function evaluate(operand: Operand, before: JsonObject): Json {
  switch (operand.is) {
    case 'value':
      return operand.value;
    case 'path':
      return lookUp(before, operand.path) ?? mismatch();
    case 'if_not_exists':
      return lookUp(before, operand.path) ?? evaluate(operand.other, before);
    case 'list_append':
      return { L: [...listOf(evaluate(operand.one, before)), ...listOf(evaluate(operand.other, before))] };
    case 'sum':
      return { N: total(evaluate(operand.one, before), operand.sign, evaluate(operand.other, before)) };
  }
}

function added(there: Json, value: JsonObject): Json {
  if ('N' in value) return { N: total(there ?? { N: '0' }, 1, value) };
  const [[type, members] = mismatch()] = Object.entries(value);
  if (!type.endsWith('S') || type === 'S') mismatch();
  const own = there === null ? [] : setOf(there, type);
  return canonical({ [type]: [...own, ...(members as Json[])] });
}

function without(there: Json, value: JsonObject): Json {
  if (there === null) return null;
  const [[type] = mismatch()] = Object.entries(value);
  const dropped = new Set(setOf(canonical(value), type).map((one) => JSON.stringify(one)));
  const rest = setOf(canonical(there), type).filter((one) => !dropped.has(JSON.stringify(one)));
  return rest.length > 0 ? { [type]: rest } : null;
}

function lookUp(item: JsonObject, path: Path): Json {
  let value: Json = { M: item };
  for (const step of path) value = memberOf(value, step) ?? null;
  return value;
}

function memberOf(value: Json, step: string | number): Json | undefined {
  const { M, L } = (value ?? {}) as { M?: JsonObject; L?: Json[] };
  return typeof step === 'number' ? L?.[step] : M && Object.hasOwn(M, step) ? M[step] : undefined;
}

/** Copies the changed objects on the way down. Null removes the value. */
function store(item: JsonObject, [name, ...rest]: Path, value: Json): void {
  const next = rest.length === 0 ? value : within(item[name] ?? mismatch(), rest, value);
  if (next === null) delete item[name];
  else item[name] = next;
}

function within(holder: Json, [step, ...rest]: readonly (string | number)[], value: Json): Json {
  const { M, L } = holder as { M?: JsonObject; L?: Json[] };
  if (typeof step === 'number' && L) {
    const copy = [...L];
    const at = Math.min(step, copy.length);
    const next = rest.length === 0 ? value : within(copy[step] ?? mismatch(), rest, value);
    if (next === null) copy.splice(step, 1);
    else copy[at] = next;
    return { L: copy };
  }
  if (typeof step !== 'string' || !M) return mismatch();
  const copy = { ...M };
  store(copy, [step, ...rest], value);
  return { M: copy };
}

const listOf = (value: Json): Json[] => (value as { L?: Json[] }).L ?? mismatch();
const setOf = (value: Json, type: string): Json[] => ((value as JsonObject)[type] as Json[] | undefined) ?? mismatch();

function total(one: Json, sign: 1 | -1, other: Json): string {
  const [a, b] = [one as { N?: string }, other as { N?: string }];
  return sum(a.N ?? mismatch(), sign, b.N ?? mismatch()) ?? mismatch();
}

function mismatch(): never {
  throw new Mismatch();
}
