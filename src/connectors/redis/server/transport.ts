export type Command = [name: string, ...args: (string | number | Buffer)[]];

/** The server's error for a command, or its reply. */
export type Reply = [error: Error | null, reply: unknown];

/** A connection to a Redis server. It serves further work after `reset`. */
export interface RedisTransport {
  pipeline(commands: readonly Command[]): Promise<Reply[]>;
  /** Runs the commands in one transaction. Null when a watched key was changed, so that nothing was carried out. */
  multi(commands: readonly Command[]): Promise<Reply[] | null>;
  /** Runs the commands of an agent's call in one transaction; the agent gets the answer. */
  answer(commands: readonly Command[]): Promise<Reply[] | null>;
  watch(keys: readonly string[]): Promise<void>;
  /** The bytes of the key; null when there is no such key. */
  memoryOf(key: string): Promise<number | null>;
  info(...sections: string[]): Promise<string>;
  ping(): Promise<void>;
  /** Answers true when no key is watched, no agent's call was made, and every answer has arrived. */
  reset(): Promise<boolean>;
  /** Asks the server whether the connection still exists. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}
