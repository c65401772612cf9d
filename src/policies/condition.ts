import { FACT_NAMES, FACT_OF_ARGUMENT, type FactName } from '../connectors/facts/facts.js';
import type { Comparison, Condition, PolicySubject } from './policy.js';

/** Groups (`all`, `any`) inside each other. */
const MAX_DEPTH = 8;
const MAX_COMPARISONS = 100;
const MAX_LIST = 1000;

const SUBJECT_FIELDS = [
  ...['operationType', 'apiName', 'agentId', 'reversibility', 'captureFailed', 'driftScore', 'driftPercentile'],
] as readonly Exclude<keyof PolicySubject, 'payload' | 'facts' | 'mayDo'>[];
const FORBIDDEN_SEGMENTS = new Set(['__proto__', 'prototype', 'constructor']);

/** `pointer` (RFC 6901) leads to the member at fault inside the condition; it is empty for the condition itself. */
export class InvalidConditionError extends Error {
  override readonly name = 'InvalidConditionError';

  constructor(
    readonly pointer: string,
    message: string,
  ) {
    super(message);
  }
}

/** Where a field is read: a property of the subject itself, a fact of its call, or a path into its payload. */
export type FieldSource =
  | { readonly property: (typeof SUBJECT_FIELDS)[number] }
  | { readonly fact: FactName }
  | { readonly path: readonly string[] };

/** `amount` and `payload.amount` both lead into the payload; only the bare reserved names do not. */
export function locateField(field: string): FieldSource {
  const property = SUBJECT_FIELDS.find((name) => name === field);
  if (property !== undefined) return { property };
  const fact = FACT_NAMES.find((name) => name === field);
  if (fact !== undefined) return { fact };
  return { path: (field.startsWith('payload.') ? field.slice('payload.'.length) : field).split('.') };
}

/** The fact that names the same as an argument; undefined for all others. */
export function factOf(source: FieldSource): FactName | undefined {
  if ('fact' in source) return source.fact;
  return 'path' in source ? FACT_OF_ARGUMENT.get(source.path.join('.')) : undefined;
}

/** Whether a condition has a field of which this holds. */
export function reads(condition: Condition | null, holds: (source: FieldSource) => boolean): boolean {
  if (condition === null) return false;
  if ('all' in condition) return condition.all.some((member) => reads(member, holds));
  if ('any' in condition) return condition.any.some((member) => reads(member, holds));
  return holds(locateField(condition.field));
}

/**
 * Checks a condition as it came over the wire or out of storage.
 *
 * @throws InvalidConditionError
 */
export function parseCondition(json: unknown): Condition | null {
  return json === null ? null : parseNode(json, '', 0, { comparisons: 0 });
}

function parseNode(json: unknown, pointer: string, depth: number, total: { comparisons: number }): Condition {
  if (!isObject(json)) throw new InvalidConditionError(pointer, 'A condition must be an object.');
  if (Object.hasOwn(json, 'all')) return { all: parseGroup(json, 'all', pointer, depth, total) };
  if (Object.hasOwn(json, 'any')) return { any: parseGroup(json, 'any', pointer, depth, total) };
  total.comparisons += 1;
  if (total.comparisons > MAX_COMPARISONS) {
    throw new InvalidConditionError(pointer, `A condition may hold at most ${MAX_COMPARISONS} comparisons.`);
  }
  return parseComparison(json, pointer);
}

function parseGroup(
  node: Record<string, unknown>,
  kind: 'all' | 'any',
  pointer: string,
  depth: number,
  total: { comparisons: number },
): Condition[] {
  refuseUnknownMembers(node, [kind], pointer);
  const at = `${pointer}/${kind}`;
  if (depth === MAX_DEPTH) throw new InvalidConditionError(at, `Groups may be nested at most ${MAX_DEPTH} deep.`);
  const members = node[kind];
  if (!Array.isArray(members) || members.length === 0) {
    throw new InvalidConditionError(at, `"${kind}" must be a list of at least one condition.`);
  }
  return members.map((member, index) => parseNode(member, `${at}/${index}`, depth + 1, total));
}

function parseComparison(node: Record<string, unknown>, pointer: string): Comparison {
  refuseUnknownMembers(node, ['field', 'operator', 'value', 'onMissing'], pointer);
  const field = parseField(node.field, `${pointer}/field`);
  if (node.onMissing !== undefined && node.onMissing !== 'match') {
    throw new InvalidConditionError(`${pointer}/onMissing`, '"onMissing" may only be "match".');
  }
  const target = node.onMissing === 'match' ? ({ field, onMissing: 'match' } as const) : { field };
  const { operator, value } = node;
  const refuseValue = (expected: string) =>
    new InvalidConditionError(`${pointer}/value`, `"${operator}" needs ${expected} as its value.`);

  switch (operator) {
    case 'eq':
    case 'neq':
    case 'contains':
      if (value === undefined) throw refuseValue('a JSON value');
      return { ...target, operator, value };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw refuseValue('a number');
      return { ...target, operator, value };
    case 'in':
    case 'not_in':
      if (!Array.isArray(value) || value.length > MAX_LIST) throw refuseValue(`a list of at most ${MAX_LIST} values`);
      return { ...target, operator, value };
    case 'starts_with':
    case 'ends_with':
      if (typeof value !== 'string') throw refuseValue('a string');
      return { ...target, operator, value };
    case 'exists':
      if (typeof value !== 'boolean') throw refuseValue('true or false');
      return { ...target, operator, value };
    default:
      throw new InvalidConditionError(
        `${pointer}/operator`,
        'The operator must be one of eq, neq, gt, gte, lt, lte, in, not_in, contains, starts_with, ends_with, exists.',
      );
  }
}

function parseField(field: unknown, pointer: string): string {
  if (typeof field !== 'string' || field === '') {
    throw new InvalidConditionError(pointer, 'The field must be a non-empty string.');
  }
  if (field === 'payload') {
    throw new InvalidConditionError(pointer, 'Name a member of the payload, for example "payload.amount".');
  }
  for (const segment of field.split('.')) {
    if (segment === '') throw new InvalidConditionError(pointer, 'The field has an empty segment.');
    if (FORBIDDEN_SEGMENTS.has(segment)) {
      throw new InvalidConditionError(pointer, `The field may not contain the segment "${segment}".`);
    }
  }
  return field;
}

function refuseUnknownMembers(node: Record<string, unknown>, known: readonly string[], pointer: string): void {
  const unknown = Object.keys(node).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const escaped = unknown.replaceAll('~', '~0').replaceAll('/', '~1');
  throw new InvalidConditionError(`${pointer}/${escaped}`, `A condition here may only have ${known.join(', ')}.`);
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
