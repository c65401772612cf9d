export type Command = [name: string, ...args: (string | number | Buffer)[]];

/** What the server says is wrong with a command, or its reply. */
export type Reply = [error: Error | null, reply: unknown];

/** One connection to a Redis, for one piece of work. */
export interface RedisLine {
  pipeline(commands: readonly Command[]): Promise<Reply[]>;
  /** In one transaction. Null: a watched key was changed, and nothing was carried out. */
  multi(commands: readonly Command[]): Promise<Reply[] | null>;
  /** The same for the call of an agent, who gets the answer. */
  answer(commands: readonly Command[]): Promise<Reply[] | null>;
  watch(keys: readonly string[]): Promise<void>;
  /** Bytes; null: there is no such key. */
  memoryOf(key: string): Promise<number | null>;
  info(section: string): Promise<string>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
