/** What of a client tells where it sends. */
export interface Connected {
  readonly status?: unknown;
  readonly options: {
    readonly host?: unknown;
    readonly port?: unknown;
    readonly path?: unknown;
    readonly sentinels?: unknown;
    readonly db?: unknown;
  };
  readonly condition?: { readonly select?: unknown } | null;
  info(section: string): Promise<string>;
  on(event: string, listener: () => void): unknown;
}

/** Which database of which server, as far as it is known: the service captures and undoes in no other one. */
export interface SentTo {
  readonly address?: string;
  readonly database: number;
  /** The `run_id` that the server gives itself at each start. */
  readonly server?: string;
}

/** Asks the server for its name each time the client has connected. Until it has answered, the address must do. */
export function placeOf(client: Connected): () => SentTo {
  let server: string | undefined;
  const learn = () => {
    server = undefined;
    client.info('server').then(
      (text) => {
        server = /^run_id:(\w+)/m.exec(text)?.[1];
      },
      // A user without the right to ask, a connection that ends.
      () => undefined,
    );
  };
  if (client.status === 'ready') learn();
  client.on('ready', learn);
  return () => ({ ...addressOf(client), ...(server !== undefined && { server }) });
}

function addressOf({ options, condition }: Connected): SentTo {
  const database = Number(condition?.select ?? options.db ?? 0);
  const isNamed = typeof options.host === 'string' && !options.path && !options.sentinels;
  return { ...(isNamed && { address: `${String(options.host).toLowerCase()}:${options.port ?? 6379}` }), database };
}
