import { types } from 'node:util';
import { UngovernedCallError } from '../../../errors.js';
import type { Json } from '../../../json.js';
import { isReference } from '../../../wrapping/reference.js';
import type { QueryConfig, TypeParsers } from './objects.js';

export type QueryCallback = (error: unknown, result?: never) => void;

/** One call of `query`, in any of pg's forms. */
export interface QueryCall {
  readonly text: string | null;
  readonly values: readonly unknown[];
  /** Name of the prepared statement. */
  readonly name: string | null;
  readonly callback: QueryCallback | null;
  readonly rowMode: string | undefined;
  readonly types: TypeParsers | undefined;
  readonly query_timeout: number | undefined;
  /** Ends the call while it is asked for; pg itself knows none. */
  readonly signal: AbortSignal | null;
  /** A pg.Query, a cursor or a stream: an object that submits itself. */
  readonly submittable: Submittable | null;
  /** The arguments without the callback, for a statement that passes: the agent cannot change them any more. */
  readonly args: unknown[];
}

export interface Submittable {
  handleError?(error: unknown, connection?: unknown): void;
  handleReadyForQuery?(connection?: unknown): void;
}

interface LooseConfig {
  text?: unknown;
  values?: unknown;
  name?: unknown;
  callback?: unknown;
  rowMode?: string;
  types?: TypeParsers;
  query_timeout?: number;
  signal?: unknown;
  submit?: unknown;
  cursor?: { text?: unknown; values?: unknown };
}

/** Members of a configuration that pg reads. */
const READ_BY_PG = ['text', 'values', 'name', 'callback', 'rowMode', 'types', 'query_timeout', 'submit'] as const;
const ALSO_READ_BY_PG = ['binary', 'portal', 'rows', 'queryMode'] as const;

/** Reads a call; null if pg itself has to report the fault of the arguments. */
export function readQueryCall(args: readonly unknown[]): QueryCall | null {
  const [first, second, third] = args;
  const isText = typeof first === 'string';
  if (!isText && !isReference(first)) return null;
  const submits = !isText && typeof (first as LooseConfig).submit === 'function';
  const config: LooseConfig = isText ? { text: first } : submits ? (first as LooseConfig) : asRead(first as object);
  const { text: shown } = config;
  const cursor = submits && typeof shown !== 'string' ? config.cursor : undefined;
  // Under a name, pg ignores an empty text: it runs the prepared statement.
  const text = cursor ? cursor.text : shown === '' && config.name ? undefined : shown;
  if (text !== undefined && text !== null && typeof text !== 'string') {
    throw new UngovernedCallError('The text of a query must be a string.');
  }
  const callback = [third, second, config.callback].find((candidate) => typeof candidate === 'function') ?? null;
  const given = second && typeof second !== 'function' ? second : (cursor ?? config).values;
  if (given && !Array.isArray(given)) {
    if (submits) throw new UngovernedCallError('The values of a query object must be an array.');
    return null;
  }
  const values = Array.isArray(given) ? given.map(fixedValue) : [];
  return {
    text: text ?? null,
    values,
    name: typeof config.name === 'string' ? config.name : null,
    callback: callback as QueryCallback | null,
    rowMode: config.rowMode,
    types: config.types,
    query_timeout: config.query_timeout,
    signal: config.signal instanceof AbortSignal ? config.signal : null,
    submittable: submits ? (config as Submittable) : null,
    args: submits
      ? [...args]
      : isText
        ? [first, values]
        : [given ? Object.assign(config, { values }) : config].map((own) =>
            Object.assign(own, { callback: undefined }),
          ),
  };
}

/** Copies what pg reads, so that later changes by the caller change nothing. The copy keeps its prototype. */
function asRead(given: object): LooseConfig {
  const own = Object.getOwnPropertyDescriptors(given);
  const copy = Object.create(Object.getPrototypeOf(given), own) as LooseConfig;
  for (const key of [...READ_BY_PG, ...ALSO_READ_BY_PG]) {
    const value: unknown = Reflect.get(given, key);
    if (value === undefined && !(key in given)) continue;
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

/** Lets pg report the fault of arguments that cannot be read; nothing of them is sent. */
export function leaveToPg(
  target: { query(...args: unknown[]): unknown },
  [first, ...rest]: readonly unknown[],
): unknown {
  if (!isReference(first)) return target.query(first, ...rest);
  const callback = [...rest, (first as LooseConfig).callback].find((one) => typeof one === 'function');
  const unusable = { text: '', values: 'no array' };
  return callback ? target.query(unusable, callback) : target.query(unusable);
}

/** Hands a statement to pg as it was looked at, in the style it came in. */
export function pass(target: { query(...args: unknown[]): unknown }, { args, callback }: QueryCall): unknown {
  return callback ? target.query(...args, callback) : target.query(...args);
}

/** The call with another text, and nothing else changed. */
export function withText({ args }: QueryCall, text: string, rest: Partial<QueryConfig>): unknown[] {
  const [first, values] = args;
  if (typeof first === 'string') return [{ text, values, ...rest }];
  const copy = Object.create(Object.getPrototypeOf(first), Object.getOwnPropertyDescriptors(first));
  for (const [key, value] of Object.entries({ text, ...rest })) {
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return [copy];
}

/** Returns the configuration of the statement that runs instead, with the agent's options that stay valid. */
export function configOf(call: QueryCall, text: string, values: Json[]): QueryConfig {
  const { rowMode, types, query_timeout } = call;
  return {
    text,
    ...(values.length > 0 ? { values } : {}),
    ...(rowMode === undefined ? {} : { rowMode }),
    ...(types === undefined ? {} : { types }),
    ...(query_timeout === undefined ? {} : { query_timeout }),
  };
}

/** Copies a parameter: later changes by the caller, before it is sent, change nothing. */
function fixedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  if (types.isDate(value)) return new Date(value.getTime());
  if (Array.isArray(value)) return value.map(fixedValue);
  if ('toPostgres' in value) return value;
  try {
    return JSON.stringify(value);
  } catch {
    // pg itself reports the fault of this value.
    return value;
  }
}
