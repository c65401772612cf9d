import { UngovernedCallError } from '../../errors.js';
import type { QueryCall, Submittable } from './query-call.js';

/** How an object that submits itself ended: the commands the server answered, or the error. */
export type Ended = { readonly commands: readonly string[] } | { readonly error: unknown };

export interface Guarded {
  /** To be given to pg in place of the object. */
  readonly query: object;
  readonly ended: Promise<Ended>;
}

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * An object that submits itself, such that it sends the text and the values that were looked at and nothing else: what it
 * is handed as a connection lets no other statement through.
 */
export function guarded(call: QueryCall, submittable: Submittable, connection: object | undefined): Guarded {
  let end: (ended: Ended) => void = () => undefined;
  const ended = new Promise<Ended>((resolve) => {
    end = resolve;
  });
  const commands: string[] = [];
  const guard = connection && guardedConnection(call, connection);
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
        if (key !== 'submit') return Reflect.apply(value, target, handed);
        try {
          return Reflect.apply(value, target, handed);
        } catch (error) {
          // pg takes it from here: it is told to the object.
          return error;
        }
      };
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  return { query, ended };
}

function guardedConnection(call: QueryCall, connection: object): object {
  const isCopy = /^\s*copy\b/i.test(call.text ?? '');
  const send = (name: string) => (Reflect.get(connection, name) as AnyFunction).bind(connection);
  const rules: Record<PropertyKey, unknown> = {
    query: (text: unknown) => send('query')(sameText(call, text)),
    parse: (statement: { text?: unknown }, ...rest: unknown[]) =>
      send('parse')({ ...statement, text: sameText(call, statement?.text) }, ...rest),
    bind: (bound: { values?: unknown } | undefined, ...rest: unknown[]) =>
      send('bind')(bound?.values === undefined ? bound : { ...bound, values: [...call.values] }, ...rest),
  };
  return new Proxy(connection, {
    get: (target, key) => {
      if (Object.hasOwn(rules, key)) return rules[key];
      const value: unknown = Reflect.get(target, key, target);
      if (key === 'stream' && !isCopy) return corkOf(value);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: () => false,
  });
}

function sameText(call: QueryCall, text: unknown): string {
  if (typeof text === 'string' && text === call.text) return text;
  throw new UngovernedCallError('This query sends another statement than the one that was looked at; it did not run.');
}

/** All that pg.Query needs of the socket. */
function corkOf(stream: unknown): object {
  const { cork, uncork } = (stream ?? {}) as { cork?: AnyFunction; uncork?: AnyFunction };
  return { cork: () => cork?.call(stream), uncork: () => uncork?.call(stream) };
}

function commandOf(message: unknown): string {
  const text = (message as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}
