/** A connection, as `mysql2/promise` speaks to it. */
export interface Connection {
  query(options: string | object): Promise<[unknown, unknown]>;
}

export interface Pool extends Connection {
  getConnection(): Promise<Connection & { release(): void }>;
}

/** The calling convention of an object of mysql2. */
export interface ConnectionAdapter {
  readonly isPromised: boolean;
  /** The connection behind it; null of a pool, which takes any. */
  readonly connection: object | null;
  /** The pool behind it, or the connection. */
  readonly core: object;
  /** Returns the object that speaks with promises to the same server. */
  promised(): Connection | Pool;
}
