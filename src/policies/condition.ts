import { FACT_NAMES, FACT_OF_ARGUMENT, type FactName } from '../connectors/facts/facts.js';
import { CONDITION_OPERATORS, OPERATOR_NAMES, type OperatorValues } from '../contract/condition-operators.js';
import { isObject } from '../platform/json.js';
import type { Comparison, Condition, PolicySubject, WindowTest } from './policy.js';
import { MAX_GLOB_LENGTH } from './texts/glob.js';

/** Groups (`all`, `any`) inside each other. */
const MAX_DEPTH = 8;
const MAX_COMPARISONS = 100;
const MAX_LIST = 1000;

export const SUBJECT_FIELDS = [
  ...['operationType', 'apiName', 'agentId', 'reversibility', 'captureFailed', 'driftScore', 'driftPercentile'],
  'onBehalfOf',
] as readonly Exclude<keyof PolicySubject, 'payload' | 'facts' | 'mayDo' | 'labels' | 'at' | 'session' | 'windows'>[];
/** The prefix of a field that names a label of the session. */
const LABELS = 'labels.';
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

/** The facts about the time of a call and about its session. */
export const CONTEXT_NAMES = ['session.did', 'session.calls', 'time.hour', 'time.weekday'] as const;
export type ContextName = (typeof CONTEXT_NAMES)[number];

/**
 * The source of a field: a property of the subject itself, a fact of its call, one of its session or time, a label, or a
 * path into its payload.
 */
export type FieldSource =
  | { readonly property: (typeof SUBJECT_FIELDS)[number] }
  | { readonly fact: FactName }
  | { readonly context: ContextName }
  | { readonly label: string }
  | { readonly path: readonly string[] };

/** `amount` and `payload.amount` both lead into the payload; only the bare reserved names do not. */
export function locateField(field: string): FieldSource {
  const property = SUBJECT_FIELDS.find((name) => name === field);
  if (property !== undefined) return { property };
  const fact = FACT_NAMES.find((name) => name === field);
  if (fact !== undefined) return { fact };
  const context = CONTEXT_NAMES.find((name) => name === field);
  if (context !== undefined) return { context };
  if (field.startsWith(LABELS)) return { label: field.slice(LABELS.length) };
  return { path: (field.startsWith('payload.') ? field.slice('payload.'.length) : field).split('.') };
}

/** The fact that names the same as an argument; undefined for all others. */
export function factOf(source: FieldSource): FactName | undefined {
  if ('fact' in source) return source.fact;
  return 'path' in source ? FACT_OF_ARGUMENT.get(source.path.join('.')) : undefined;
}

/** True when a condition has a field whose source satisfies `holds`. */
export function reads(condition: Condition | null, holds: (source: FieldSource) => boolean): boolean {
  if (condition === null) return false;
  if ('all' in condition) return condition.all.some((member) => reads(member, holds));
  if ('any' in condition) return condition.any.some((member) => reads(member, holds));
  return 'window' in condition ? false : holds(locateField(condition.field));
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
  return Object.hasOwn(json, 'window') ? parseWindow(json, pointer) : parseComparison(json, pointer);
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
  refuseUnknownMembers(node, ['field', 'operator', 'value', 'onMissing', 'ignoreCase', 'timeZone'], pointer);
  const field = parseField(node.field, `${pointer}/field`);
  if (node.onMissing !== undefined && node.onMissing !== 'match') {
    throw new InvalidConditionError(`${pointer}/onMissing`, '"onMissing" may only be "match".');
  }
  const operator = OPERATOR_NAMES.find((name) => name === node.operator);
  if (operator === undefined)
    throw new InvalidConditionError(`${pointer}/operator`, `The operator must be one of ${OPERATOR_NAMES.join(', ')}.`);
  const { takes, foldsCase } = CONDITION_OPERATORS[operator];
  const { value, ignoreCase, timeZone } = node;
  const { holds, expected } = VALUES[takes];
  if (!holds(value))
    throw new InvalidConditionError(`${pointer}/value`, `"${operator}" needs ${expected} as its value.`);
  if (ignoreCase !== undefined && (ignoreCase !== true || !foldsCase)) {
    const message = foldsCase
      ? '"ignoreCase" may only be true.'
      : `"${operator}" has no "ignoreCase": it compares no texts.`;
    throw new InvalidConditionError(`${pointer}/ignoreCase`, message);
  }
  if (timeZone !== undefined) checkTimeZone(field, timeZone, `${pointer}/timeZone`);
  return {
    field,
    ...(node.onMissing === 'match' && { onMissing: 'match' }),
    ...(ignoreCase === true && { ignoreCase }),
    ...(timeZone !== undefined && { timeZone }),
    operator,
    value,
  } as Comparison;
}

const WINDOW_OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;
const SECONDS = { least: 60, most: 2_678_400 };
/** The calls of one of these have a window together; any other `per` is a path into the payload. */
export const WINDOW_SCOPES: readonly string[] = ['agent', 'session', 'organization'];

function parseWindow(node: Record<string, unknown>, pointer: string): WindowTest {
  refuseUnknownMembers(node, ['window', 'per', 'seconds', 'operator', 'value'], pointer);
  const { per, seconds, value } = node;
  const window = parseSum(node.window, `${pointer}/window`);
  parseField(per, `${pointer}/per`);
  if (String(per).split('.').includes('*'))
    throw new InvalidConditionError(`${pointer}/per`, '"per" names one value, so it may not contain "*".');
  if (!Number.isInteger(seconds) || Number(seconds) < SECONDS.least || Number(seconds) > SECONDS.most)
    throw new InvalidConditionError(
      `${pointer}/seconds`,
      `"seconds" must be from ${SECONDS.least} to ${SECONDS.most}.`,
    );
  const operator = WINDOW_OPERATORS.find((name) => name === node.operator);
  if (operator === undefined)
    throw new InvalidConditionError(
      `${pointer}/operator`,
      `The operator of a window must be one of ${WINDOW_OPERATORS.join(', ')}.`,
    );
  if (!Number.isFinite(value))
    throw new InvalidConditionError(`${pointer}/value`, 'A window needs a number as its value.');
  return { window, per: per as string, seconds: seconds as number, operator, value: value as number };
}

function parseSum(json: unknown, pointer: string): WindowTest['window'] {
  const message = 'A window is { "count": true }, or { "sum": "payload.…" }.';
  if (!isObject(json)) throw new InvalidConditionError(pointer, message);
  if (Object.hasOwn(json, 'sum')) {
    refuseUnknownMembers(json, ['sum'], pointer);
    return { sum: parseField(json.sum, `${pointer}/sum`) };
  }
  refuseUnknownMembers(json, ['count'], pointer);
  if (json.count !== true) throw new InvalidConditionError(`${pointer}/count`, message);
  return { count: true };
}

function checkTimeZone(field: string, timeZone: unknown, pointer: string): void {
  if (!field.startsWith('time.'))
    throw new InvalidConditionError(pointer, 'Only "time.hour" and "time.weekday" have a "timeZone".');
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone))
    throw new InvalidConditionError(
      pointer,
      '"timeZone" must be a name of the IANA database, such as "Europe/Vienna".',
    );
}

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const isGlob = (value: unknown) => typeof value === 'string' && value.length <= MAX_GLOB_LENGTH;

/** The check of a comparison's value, by the kind of value. */
const VALUES: {
  readonly [K in keyof OperatorValues]: { readonly expected: string; readonly holds: (value: unknown) => boolean };
} = {
  json: { expected: 'a JSON value', holds: (value) => value !== undefined },
  number: { expected: 'a number', holds: (value) => Number.isFinite(value) },
  list: {
    expected: `a list of at most ${MAX_LIST} values`,
    holds: (value) => Array.isArray(value) && value.length <= MAX_LIST,
  },
  text: { expected: 'a string', holds: (value) => typeof value === 'string' },
  texts: {
    expected: `a string of at most ${MAX_GLOB_LENGTH} characters, or a list of at most ${MAX_LIST} of them,`,
    holds: (value) => (Array.isArray(value) ? value.length <= MAX_LIST && value.every(isGlob) : isGlob(value)),
  },
  flag: { expected: 'true or false', holds: (value) => typeof value === 'boolean' },
};

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
