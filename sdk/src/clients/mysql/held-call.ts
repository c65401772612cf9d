import { EventEmitter } from 'node:events';

type Method = (...args: unknown[]) => unknown;

/** A call in callback style that was made and has not been sent. */
export interface HeldCall {
  /** The value that the call has returned. */
  readonly value: unknown;
  send(): void;
  /** Tells that it is not sent, in the way in which it would tell that it failed. */
  fail(error: unknown): void;
}

/**
 * Makes a call such that its statement is sent later, or it takes its connection later. The returned object is
 * complete: events can be listened to, rows can be streamed.
 * @param owner a connection, a pool or a prepared statement
 * @param call the call, of an object in the place of `owner`
 */
export function holdCall(owner: object, call: (owner: object) => unknown, callback: unknown): HeldCall {
  const sends: (() => unknown)[] = [];
  const value = call(holding(owner, sends));
  return {
    value,
    send: () => {
      for (const send of sends) send();
    },
    // An error that a listener throws is its own.
    fail: (error) =>
      process.nextTick(() => {
        if (typeof callback === 'function') (callback as Method)(error);
        else if (value instanceof EventEmitter) value.emit('error', error);
      }),
  };
}

function holding(owner: object, sends: (() => unknown)[]): object {
  const later = (name: string) => ({
    value: (...args: unknown[]) => {
      sends.push(() => Reflect.apply(Reflect.get(owner, name) as Method, owner, args));
      return args[0];
    },
  });
  if ('_connection' in owner)
    return Object.create(owner, { _connection: { value: holding(owner._connection as object, sends) } });
  return Object.create(
    owner,
    'getConnection' in owner ? { getConnection: later('getConnection') } : { addCommand: later('addCommand') },
  );
}
