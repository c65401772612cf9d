import { currentRepeats, type Repeats } from '../../method-client/repeats.js';

interface Command {
  toWritable(...args: unknown[]): unknown;
}

interface Client {
  readonly options: object;
  sendCommand(command: unknown, ...rest: unknown[]): unknown;
}

/** Operations that leave the same when they are sent again. */
const IDEMPOTENT = new Set([
  ...['keys.set', 'keys.setMany', 'keys.del', 'keys.expire', 'keys.persist', 'hashes.set', 'hashes.del'],
  ...['sets.add', 'sets.remove', 'sortedSets.add', 'sortedSets.remove'],
]);

export const isIdempotent = (path: string): boolean => IDEMPOTENT.has(path);

/** The client writes a command to each connection on which it sends it: again after a reconnect, without an answer. */
export function countWrites(command: unknown, repeats: Repeats): void {
  const own = command as Command;
  const { toWritable } = own;
  let isWritten = false;
  own.toWritable = (...args) => {
    if (isWritten) repeats.add();
    isWritten = true;
    return Reflect.apply(toWritable, own, args);
  };
}

/**
 * Returns the same client, which counts how often it sends the command of a governed call. Such a command is sent
 * alone.
 */
export function countingClient<C extends Client>(client: C): C {
  const sendCommand = (command: unknown, ...rest: unknown[]): unknown => {
    const repeats = currentRepeats();
    if (repeats) countWrites(command, repeats);
    return client.sendCommand(command, ...rest);
  };
  const options = Object.create(client.options, { enableAutoPipelining: { value: false } });
  return Object.create(client, { sendCommand: { value: sendCommand }, options: { value: options } });
}
