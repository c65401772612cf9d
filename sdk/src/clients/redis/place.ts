/** The members of a client that show where it sends. */
export interface Connected {
  readonly status?: unknown;
  /** Higher with each connection. */
  readonly connectionEpoch?: unknown;
  readonly options: {
    readonly host?: unknown;
    readonly port?: unknown;
    readonly path?: unknown;
    readonly sentinels?: unknown;
    readonly db?: unknown;
  };
  readonly condition?: { readonly select?: unknown } | null;
  info(section: string): Promise<string>;
}

/** The database and its server, as far as they are known: the service captures and undoes in no other one. */
export interface SentTo {
  readonly address?: string;
  readonly database: number;
  /** The `run_id` that the server gives itself at each start. */
  readonly server?: string;
}

/**
 * Asks the server for its name once on each connection. Until it has answered, the address identifies it. Adds no
 * listener, which the application would find among its own.
 * @returns the place; `mayAsk`: false while a transaction is open, which would treat the request as one of its commands
 */
export function placeOf(client: Connected): (mayAsk: boolean) => SentTo {
  let server: string | undefined;
  let asked: unknown;
  const learn = () => {
    if (asked === client.connectionEpoch || client.status !== 'ready') return;
    asked = client.connectionEpoch;
    server = undefined;
    client.info('server').then(
      (text) => {
        if (asked === client.connectionEpoch) server = /^run_id:(\w+)/m.exec(text)?.[1];
      },
      // A user without the right to ask, a connection that ends.
      () => undefined,
    );
  };
  learn();
  return (mayAsk) => {
    if (mayAsk) learn();
    return { ...addressOf(client), ...(server !== undefined && asked === client.connectionEpoch && { server }) };
  };
}

function addressOf({ options, condition }: Connected): SentTo {
  const database = Number(condition?.select ?? options.db ?? 0);
  const isNamed = typeof options.host === 'string' && !options.path && !options.sentinels;
  return { ...(isNamed && { address: `${String(options.host).toLowerCase()}:${options.port ?? 6379}` }), database };
}
