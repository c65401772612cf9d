import { UngovernedCallError } from '../../../errors.js';
import type { Progress } from './progress.js';
import type { QueryCall, Submittable } from './query-call.js';

/** The end of an object that submits itself: the commands the server answered, or the error. */
export type Ended = { readonly commands: readonly string[] } | { readonly error: unknown };

export interface Guarded {
  /** The object to give to pg instead. */
  readonly query: object;
  readonly ended: Promise<Ended>;
}

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * Wraps an object that submits itself, such that it sends the inspected text and values also where its owner has
 * changed them since: the connection that it gets refuses any other statement.
 */
export function guarded(
  call: QueryCall,
  submittable: Submittable,
  connection: object | undefined,
  progress: Progress,
): Guarded {
  let end: (ended: Ended) => void = () => undefined;
  const ended = new Promise<Ended>((resolve) => {
    end = resolve;
  });
  const commands: string[] = [];
  const guard = connection && guardedConnection(call, connection, progress);
  const notice: Record<PropertyKey, (args: readonly unknown[]) => void> = {
    handleCommandComplete: ([message]) => commands.push(commandOf(message)),
    handleReadyForQuery: () => end({ commands }),
    handleError: ([error]) => end({ error }),
  };
  const query = new Proxy(submittable, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || key === 'constructor') return value;
      return (...args: unknown[]) => {
        const handed = args.map((arg) => (arg === connection ? guard : arg));
        notice[key]?.(args);
        progress.answered(key);
        if (key !== 'submit') return Reflect.apply(value, target, handed);
        try {
          return Reflect.apply(value, target, handed);
        } catch (error) {
          // pg continues from here, and passes the error to the object.
          return error;
        }
      };
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  return { query, ended };
}

/** The connection, which prepares and runs the statement and the values that were looked at, and no later ones. */
function guardedConnection(call: QueryCall, connection: object, progress: Progress): object {
  const sending =
    (name: PropertyKey, method: AnyFunction): AnyFunction =>
    (...args) => {
      progress.sent(name);
      return Reflect.apply(method, connection, args);
    };
  const send = (name: string) => sending(name, Reflect.get(connection, name) as AnyFunction);
  const rules: Record<PropertyKey, unknown> = {
    query: (text: unknown) => send('query')(sameText(call, text)),
    parse: (statement: { text?: unknown; name?: unknown }, ...rest: unknown[]) => {
      const { name } = statement;
      return send('parse')({ ...statement, name: sameName(call, name), text: sameText(call, statement.text) }, ...rest);
    },
    bind: (bound: { values?: unknown; statement?: unknown } = {}, ...rest: unknown[]) => {
      const statement = sameName(call, bound.statement);
      return send('bind')({ ...bound, statement, ...(bound.values ? { values: [...call.values] } : {}) }, ...rest);
    },
  };
  return new Proxy(connection, {
    get: (target, key) => {
      if (Object.hasOwn(rules, key)) return rules[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? sending(key, value as AnyFunction) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

function sameText(call: QueryCall, text: unknown): string {
  if (typeof text === 'string' && text === call.text) return text;
  throw new UngovernedCallError('This query sends another statement than the one that was looked at; it did not run.');
}

/** The name of a prepared statement stands for its text. */
function sameName({ name }: QueryCall, given: unknown): unknown {
  if ((given || null) === name) return given;
  throw new UngovernedCallError('This query runs another prepared statement than the one that was looked at.');
}

function commandOf(message: unknown): string {
  const text = (message as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}
