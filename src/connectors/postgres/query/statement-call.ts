import type { Json, JsonObject } from '../../connector.js';
import { NotCapturable } from '../../rows/call/payload.js';
import type { Cell } from '../../rows/table/table.js';
import { toText } from '../values.js';

/** The payload of `postgres.query`. */
export interface StatementCall {
  readonly sql: string;
  readonly values: readonly Json[];
}

/** @throws NotCapturable when it has another shape */
export function parseStatementCall(payload: JsonObject): StatementCall {
  const other = Object.keys(payload).find((name) => !['sql', 'values'].includes(name));
  if (other !== undefined) throw new NotCapturable(`the payload has a member that is not supported: ${other}`);
  const { sql, values = [] } = payload;
  if (typeof sql !== 'string') throw new NotCapturable('sql must be the text of a statement');
  if (!Array.isArray(values)) throw new NotCapturable('values must be a list');
  return { sql, values };
}

/**
 * The values that a cut of the statement needs, as the client of the agent sends them.
 * @param numbers from 1
 * @throws NotCapturable when there are not as many
 */
export function parametersOf(values: readonly Json[], numbers: readonly number[]): Cell[] {
  return numbers.map((number) => {
    const value = values[number - 1];
    if (value === undefined) throw new NotCapturable(`there is no value for $${number}`);
    return toText(value, { kind: Array.isArray(value) ? 'array' : 'json' }) ?? null;
  });
}
