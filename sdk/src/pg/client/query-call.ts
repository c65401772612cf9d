import { UngovernedCallError } from '../../errors.js';
import type { Json } from '../../json.js';
import { fixedValue } from './fixed-value.js';
import type { QueryConfig, TypeParsers } from './objects.js';

export type QueryCallback = (error: unknown, result?: never) => void;

/** One call of `query`, in whichever of pg's forms it came. */
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
  /** pg.Query, a cursor or a stream: an object that submits itself. */
  readonly submittable: Submittable | null;
  /** The arguments without the callback, for a statement that passes: the agent cannot change them any more. */
  readonly args: unknown[];
}

export interface Submittable {
  handleError?(error: unknown, connection?: unknown): void;
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

/** Null when pg itself has to say what is wrong with the arguments. */
export function readQueryCall(args: readonly unknown[]): QueryCall | null {
  const [first, second, third] = args;
  const isText = typeof first === 'string';
  if (!isText && (typeof first !== 'object' || first === null)) return null;
  const config: LooseConfig = isText ? { text: first } : first;
  const submits = typeof config.submit === 'function';
  // Read once: a getter may say something else the next time.
  const { text: shown } = config;
  const cursor = submits && typeof shown !== 'string' ? config.cursor : undefined;
  const text = cursor ? cursor.text : shown;
  if (text !== undefined && text !== null && typeof text !== 'string') {
    throw new UngovernedCallError('The text of a query must be a string.');
  }
  const callback = [third, second, config.callback].find((candidate) => typeof candidate === 'function') ?? null;
  const given = second && typeof second !== 'function' ? second : (cursor ?? config).values;
  if (given && !Array.isArray(given)) return null;
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
        : [fixed(first as object, text ?? null, given ? values : null)],
  };
}

/** Hands a statement to pg as it was looked at, in the style it came in. */
export function pass(target: { query(...args: unknown[]): unknown }, { args, callback }: QueryCall): unknown {
  return callback ? target.query(...args, callback) : target.query(...args);
}

/** A copy that keeps its prototype and its getters, but for what was looked at. */
function fixed(config: object, text: string | null, values: unknown[] | null): object {
  const copy = Object.create(Object.getPrototypeOf(config), Object.getOwnPropertyDescriptors(config));
  const own = { enumerable: true, configurable: true, writable: true };
  if (text !== null) Object.defineProperty(copy, 'text', { ...own, value: text });
  if (values) Object.defineProperty(copy, 'values', { ...own, value: values });
  return Object.defineProperty(copy, 'callback', { ...own, value: undefined });
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

/** What the statement that is run instead keeps of the agent's call. */
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
