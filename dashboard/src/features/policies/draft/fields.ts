import type { Operation } from '../../../api/registry';
import { policyWords as words } from '../../../words';
import { matches, wrongWith } from './pattern';

/** Fields of one kind, for a list to pick from. */
export interface FieldGroup {
  readonly group: string;
  readonly items: string[];
}

/** Fields about how completely a call can be undone, which the service learns when it captures the state before it. */
const UNDO = ['captureFailed', 'reversibility'];
const CONTEXT = ['session.did', 'session.calls', 'time.hour', 'time.weekday', 'labels.'];
const CALL = ['operationType', 'apiName', 'agentId', 'onBehalfOf', 'driftScore', 'driftPercentile'];

/**
 * Lists the fields of a condition: first the facts of calls that the pattern matches, then their arguments as
 * the agent writes them, then the session and the time, then who makes the call.
 */
export function fieldsOf(operations: readonly Operation[], pattern: string): FieldGroup[] {
  const facts = unique(matched(operations, pattern).flatMap((operation) => operation.facts));
  return [
    { group: words.fields.facts, items: [...facts, ...UNDO] },
    { group: words.fields.arguments, items: argumentsOf(operations, pattern) },
    { group: words.fields.session, items: CONTEXT },
    { group: words.fields.call, items: CALL },
  ].filter(({ items }) => items.length > 0);
}

/** Lists the arguments of the calls that the pattern matches, as paths: `payload.items.*.amount`. */
export const argumentsOf = (operations: readonly Operation[], pattern: string) =>
  unique(matched(operations, pattern).flatMap(({ payloadSchema }) => pathsOf(payloadSchema, 'payload')));

const matched = (operations: readonly Operation[], pattern: string) =>
  wrongWith(pattern) ? [] : operations.filter(({ apiName }) => matches(pattern, apiName));

/** Returns true for a text or boolean field, which has no numeric comparison. */
export const isFact = (field: string) => /^(target\.|statement\.|labels\.)/.test(field) || UNDO.includes(field);

/** Returns true for the names of earlier calls, which are compared with patterns of operations. */
export const isSequence = (field: string) => field === 'session.did';

/** Returns true for a field that depends on a time zone. */
export const isTime = (field: string) => field === 'time.hour' || field === 'time.weekday';

const unique = (names: readonly string[]) => [...new Set(names)].sort();

type Schema = Readonly<Record<string, unknown>>;

const DEEPEST = 3;

/** Lists the paths into the values of a JSON schema; `*` stands for each member of a list. */
function pathsOf(schema: Schema, path: string, depth = 0): string[] {
  const here = depth === 0 ? [] : [path];
  if (depth > DEEPEST) return [];
  const members = Object.entries(objectAt(schema, 'properties') ?? {}).flatMap(([name, member]) =>
    name.includes('.') ? [] : pathsOf(member as Schema, `${path}.${name}`, depth + 1),
  );
  const items = objectAt(schema, 'items');
  return [...here, ...members, ...(items ? pathsOf(items, `${path}.*`, depth + 1) : [])];
}

function objectAt(schema: Schema, name: string): Schema | null {
  const value = schema[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : null;
}
