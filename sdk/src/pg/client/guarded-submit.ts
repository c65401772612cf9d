import { EventEmitter } from 'node:events';
import { UngovernedCallError } from '../../errors.js';
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
 * Wraps an object that submits itself, such that it sends the inspected text and values and nothing else: the
 * connection that it gets lets no other statement through.
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
          // pg continues from here, and passes the error to the object.
          return error;
        }
      };
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  return { query, ended };
}

/**
 * Messages that an object of pg, a cursor or a stream may also send on the connection: none of them names a statement.
 */
const HARMLESS = new Set<PropertyKey>(['describe', 'execute', 'close', 'flush', 'sync', 'sendCopyFail', 'end']);

function guardedConnection(call: QueryCall, connection: object): object {
  let copied: object | undefined;
  const isCopy = /^\s*copy\b/i.test(call.text ?? '');
  const send = (name: string) => (Reflect.get(connection, name) as AnyFunction).bind(connection);
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
      if (key === 'stream' && isCopy) {
        copied ??= copying(value as object);
        return copied;
      }
      if (key === 'stream') return corkOf(value);
      if (typeof value !== 'function') return value;
      return HARMLESS.has(key) || key in EventEmitter.prototype ? value.bind(target) : REFUSED;
    },
    set: () => false,
  });
}

function sameText(call: QueryCall, text: unknown): string {
  if (typeof text === 'string' && text === call.text) return text;
  throw new UngovernedCallError('This query sends another statement than the one that was looked at; it did not run.');
}

const REFUSED = () => {
  throw new UngovernedCallError('A query object sends its statement, and no other message.');
};

/** The name of a prepared statement stands for its text. */
function sameName({ name }: QueryCall, given: unknown): unknown {
  if ((given || null) === name) return given;
  throw new UngovernedCallError('This query runs another prepared statement than the one that was looked at.');
}

/** The protocol's messages of a copy: its data, its end, its failure. */
const OF_COPY = new Set([...'dcf'].map((letter) => letter.charCodeAt(0)));

/** The socket, as far as it takes the messages of a copy: a chunk of one may come in pieces. */
function copying(stream: object): object {
  let left = 0;
  let head: number[] = [];
  const isOfCopy = (chunk: unknown): boolean => {
    if (!Buffer.isBuffer(chunk)) return false;
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at);
        at += skipped;
        left -= skipped;
        continue;
      }
      head.push(chunk[at] ?? 0);
      at += 1;
      if (!OF_COPY.has(head[0] ?? 0)) return false;
      if (head.length < 5) continue;
      left = Buffer.from(head).readUInt32BE(1) - 4;
      head = [];
    }
    return true;
  };
  return new Proxy(stream, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (key === 'write')
        return (chunk: unknown, ...rest: unknown[]) =>
          isOfCopy(chunk) ? Reflect.apply(value, target, [chunk, ...rest]) : REFUSED();
      return SOCKET_OF_COPY.has(key) || key in EventEmitter.prototype ? value.bind(target) : REFUSED;
    },
    set: () => false,
  });
}

const SOCKET_OF_COPY = new Set<PropertyKey>(['cork', 'uncork', 'read', 'pause', 'resume', 'isPaused', 'unshift']);

/** All that pg.Query needs of the socket. */
function corkOf(stream: unknown): object {
  const { cork, uncork } = (stream ?? {}) as { cork?: AnyFunction; uncork?: AnyFunction };
  return { cork: () => cork?.call(stream), uncork: () => uncork?.call(stream) };
}

function commandOf(message: unknown): string {
  const text = (message as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}
