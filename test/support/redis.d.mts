export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** SIGSTOP has it fall silent with its connections open, SIGCONT wakes it. */
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}
/** Starts Redis on a free port unless one is given. @param more settings as on the command line */
export function startRedis(port?: number, password?: string, more?: readonly string[]): Promise<RedisServer>;
