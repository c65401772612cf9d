import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { patience } from '../../../../test/support/patience.mjs';
import type { ConnectorContext, Effect } from '../../connector.js';
import { postgres } from '../postgres.connector.js';
import { startWorld, type World } from './postgres.testkit.js';

describe('reaching the operator’s database', () => {
  let world: World;
  const servers: Server[] = [];
  const at = (connectionString: string, more: Partial<ConnectorContext> = {}): ConnectorContext => ({
    ...world.context,
    ...more,
    credentials: { connectionString },
  });
  const refusal = (context: ConnectorContext) =>
    postgres.probe(context).then(
      () => 'it was accepted',
      (error: Error) => error.message,
    );
  const listen = async (onSocket: (socket: Socket) => void) => {
    const server = createServer(onSocket).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  beforeAll(async () => {
    world = await startWorld();
    await world.sql(`CREATE TABLE notes (id int PRIMARY KEY, body text); INSERT INTO notes VALUES (1, 'mine');
      CREATE ROLE "o'hara @home" LOGIN PASSWORD 'p@ss/w%rd?#'`);
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await world.stop();
  });

  it('ends a performed read when the time limit of the provider is over', async () => {
    const payload = { sql: 'SELECT count(*) FROM generate_series(1, 1000000000000)' };
    // The connection is made within the same limit.
    const hasty = { ...world.context, timeoutMs: patience(800) };
    expect(await postgres.perform?.({ apiName: 'postgres.query', payload }, hasty)).toMatchObject({
      outcome: 'refused',
      refusal: { code: '57014' },
    });
  });

  it('accepts a credential that works, also one full of special characters', async () => {
    await expect(postgres.probe(world.context)).resolves.toBeUndefined();
    const login = `${encodeURIComponent("o'hara @home")}:${encodeURIComponent('p@ss/w%rd?#')}`;
    await expect(postgres.probe(at(`postgresql://${login}@127.0.0.1:${world.port}/postgres`))).resolves.toBeUndefined();
  });

  it('names host, port and user when the password is wrong, and not the password', async () => {
    const message = await refusal(at(world.url.replace(/:[^:@]+@/, ':hunter2@')));
    expect(message).toBe(
      `password authentication failed for user ${new URL(world.url).username} at 127.0.0.1:${world.port} (SQLSTATE 28P01)`,
    );
  });

  it('never uses a password of this process', async () => {
    process.env.PGPASSWORD = decodeURIComponent(new URL(world.url).password);
    try {
      expect(await refusal(at(world.url.replace(/:[^:@]+@/, '@')))).toMatch(
        /^the login at .* failed: it needs a password/,
      );
    } finally {
      delete process.env.PGPASSWORD;
    }
  });

  it.each([
    ['postgres://u:hunter2@127.0.0.1:1/db', 'could not reach 127.0.0.1:1: connection refused'],
    ['postgres://u:hunter2@host.invalid/db', /^could not reach host\.invalid:5432: host name/],
    ['postgres://u:hunter2@10.1.2.3/db', /^10\.1\.2\.3 is not a public host/],
    ['postgres://u:hunter2@169.254.169.254/db', /^169\.254\.169\.254 is not a public host/],
    ['postgres://u:hunter2@127.0.0.2/db', /^127\.0\.0\.2 is not a public host/],
    ['postgres://u:hunter2@[::1]/db', /^::1 is not a public host/],
    ['postgres://u:hunter2@%2Fvar%2Frun%2Fpostgresql/db', /only hosts reached over TCP/],
    ['postgres://u:hunter2@8.8.8.8/db?host=/var/run/postgresql', /parameter other than sslmode/],
    ['postgres://u:hunter2@8.8.8.8/db?sslrootcert=/etc/passwd', /parameter other than sslmode/],
    ['postgres://u:hunter2@8.8.8.8/db?sslmode=hunter2', 'the connection string has an unknown sslmode'],
    ['postgres://u:hunter2@8.8.8.8/db?sslmode=disable', /^a public host is reached by TLS alone/],
    ['postgres://u:hunter2@8.8.8.8/db?sslmode=allow', /^a public host is reached by TLS alone/],
    ['postgres://u:hunter2@/db', /must/],
    ['postgres://u:hunter2%@127.0.0.1/db', /write %25/],
    ['postgres://u:hunter2/#@127.0.0.1/db', /must/],
    ['mysql://u:hunter2@127.0.0.1/db', /must be postgres:/],
    ['hunter2', /must be postgres:/],
    ['', 'no connection string is stored'],
  ])('refuses %s with a sentence that holds no secret', async (connectionString, expected) => {
    const message = await refusal(at(connectionString));
    expect(message).toMatch(expected);
    expect(message).not.toContain('hunter2');
    const call = { apiName: 'postgres.rows.delete', payload: { table: 'notes', match: {} } };
    expect(await postgres.capture(call, at(connectionString))).toEqual({ captured: false, reason: message });
  });

  it('gives up on a server that never answers', async () => {
    const port = await listen(() => undefined);
    const message = await refusal(at(`postgres://u:p@127.0.0.1:${port}/db`, { timeoutMs: 200 }));
    expect(message).toBe(`could not reach 127.0.0.1:${port}: timed out`);
  });

  it('does not fall back to plain text when TLS is asked for', async () => {
    expect(await refusal(at(`${world.url}?sslmode=require`))).toMatch(
      /does not support TLS, which sslmode or a public address asks for/,
    );
    await expect(postgres.probe(at(`${world.url}?sslmode=disable`))).resolves.toBeUndefined();
  });

  it('connects to the checked address and still asks for the certificate of the host name', async () => {
    const hello = new Promise<Buffer>((resolve) => {
      void listen((socket) => {
        socket.once('data', () => {
          socket.write('S');
          socket.once('data', (bytes) => {
            resolve(bytes);
            socket.destroy();
          });
        });
        socket.on('error', () => undefined);
      }).then((port) =>
        refusal(at(`postgres://u:p@localhost:${port}/db?sslmode=verify-full`, { allowedPrivateHosts: ['localhost'] })),
      );
    });
    expect((await hello).includes('localhost')).toBe(true);
  });

  it('throws when the answer to COMMIT is lost, and the repetition finds everything restored', async () => {
    const effect: Effect = await world.perform('postgres.rows.update', {
      table: 'notes',
      match: { id: 1 },
      values: { body: 'agent' },
    });
    const port = await listen((socket) => {
      const upstream = connect(world.port, '127.0.0.1');
      let committing = false;
      socket.on('data', (bytes) => {
        committing ||= bytes.includes('COMMIT\0');
        upstream.write(bytes);
      });
      upstream.on('data', (bytes) => (committing ? socket.destroy() : socket.write(bytes)));
      for (const end of [socket, upstream]) end.on('error', () => undefined);
      socket.on('close', () => upstream.destroy());
    });
    const cut = at(world.url.replace(`:${world.port}/`, `:${port}/`));
    await expect(postgres.undo(effect, 'skip', cut)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: expect.stringContaining('the answer to COMMIT was lost'),
    });
    expect(await world.sql('SELECT body FROM notes')).toEqual([{ body: 'mine' }]);
    expect(await postgres.undo(effect, 'skip', world.context)).toMatchObject({
      outcome: 'done',
      detail: '1 row already-restored',
    });
  });

  it('throws for an undo when the database is away, and fails it when the login is refused', async () => {
    const effect: Effect = await world.perform('postgres.rows.delete', { table: 'notes', match: {} });
    const away = postgres.undo(effect, 'skip', at('postgres://u:p@127.0.0.1:1/db'));
    await expect(away).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    const wrong = await postgres.undo(effect, 'skip', at(world.url.replace(/:[^:@]+@/, ':wrong@')));
    expect(wrong).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('password authentication failed'),
    });
    expect((await postgres.undo(effect, 'skip', world.context)).outcome).toBe('done');
  });
});
