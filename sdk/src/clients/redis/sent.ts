import type { Watch } from '../../method-client/interceptor.js';
import type { Word } from './words.js';

/** A `Command` of ioredis, as far as it is used here. */
interface Command {
  args: readonly Word[];
  readonly promise?: Promise<unknown>;
  readonly replyEncoding?: unknown;
  resolve?(value: unknown): unknown;
  reject?(error: unknown): unknown;
  stringifyArguments?(): void;
}

export type CommandClass = new (name: string, args: readonly unknown[], options: object) => Command;

interface Collecting {
  pipeline(): { call(name: string): unknown };
}

/** The client's own class of commands, taken from a pipeline that is never sent; null where it does not show it. */
export function commandClassOf(client: Collecting): CommandClass | null {
  const pipeline = client.pipeline();
  pipeline.call('ping');
  const [command] = queued(pipeline);
  return command ? (command.constructor as CommandClass) : null;
}

/** The commands of a pipeline, in their order. */
export function queued(pipeline: object): readonly object[] {
  return (Reflect.get(pipeline, '_queue') ?? []) as object[];
}

/** Returns the words after the transformers of the client's class. */
export function transformed(Command: CommandClass, name: string, words: readonly unknown[]): readonly Word[] {
  return [...new Command(name, [...words], {}).args];
}

/** Makes a new command with exactly these words, whose answer is decoded as that of the given command. */
export function newCommand(Command: CommandClass, name: string, words: readonly Word[], given: unknown): object {
  const { replyEncoding = null } = given as Command;
  const command = new Command(name, [], { replyEncoding });
  command.args = [...words];
  command.stringifyArguments?.();
  return command;
}

/** Settles the given command with the result of the one that is sent instead. */
export function settling(given: unknown): Watch['started'] {
  const command = given as Command;
  command.promise?.catch(() => undefined);
  return (call) =>
    void call.then(
      (value) => command.resolve?.(value),
      (error) => command.reject?.(error),
    );
}
