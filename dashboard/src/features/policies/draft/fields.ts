import type { Operation } from '../../../api/registry';
import { matches, wrongWith } from './pattern';

/** Fields of one kind, for a list to pick from. */
export interface FieldGroup {
  readonly group: string;
  readonly items: string[];
}

/** Fields about how completely a call can be undone, which the service learns when it captures the state before it. */
const UNDO = ['captureFailed', 'reversibility'];
const CALL = ['operationType', 'apiName', 'agentId', 'onBehalfOf', 'driftScore', 'driftPercentile'];

/**
 * Lists the fields of a condition: first the facts of calls that the pattern matches, then their arguments as
 * the agent writes them, then who makes the call.
 */
export function fieldsOf(operations: readonly Operation[], pattern: string): FieldGroup[] {
  const matched = wrongWith(pattern) ? [] : operations.filter(({ apiName }) => matches(pattern, apiName));
  const facts = unique(matched.flatMap((operation) => operation.facts));
  const properties = matched.flatMap(({ payloadSchema }) => Object.keys((payloadSchema.properties ?? {}) as object));
  return [
    { group: 'Facts, read by Backstop', items: [...facts, ...UNDO] },
    { group: 'Arguments, as the agent writes them', items: unique(properties).map((name) => `payload.${name}`) },
    { group: 'The call', items: CALL },
  ].filter(({ items }) => items.length > 0);
}

/** Returns true for a text or boolean field, which has no numeric comparison. */
export const isFact = (field: string) => /^(target\.|statement\.)/.test(field) || UNDO.includes(field);

const unique = (names: readonly string[]) => [...new Set(names)].sort();
