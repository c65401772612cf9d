import pg from 'pg';
import { from } from 'pg-copy-streams';
import Cursor from 'pg-cursor';
import QueryStream from 'pg-query-stream';

const WRITE = "UPDATE customers SET name = 'x' WHERE id = 1";
const WRONG = 'UPDATE nowhere SET name = 1 WHERE id = 1';
const READ = 'SELECT name FROM customers';

export async function subject(url, { wrapped, heard, calledBack, sleep }) {
  const config = { connectionString: url, max: 2 };
  const [postgres, opened] = [{ connector: 'postgres' }, []];
  /** Its connections may be lost; the program hears of that. */
  const poolOf = (end) => {
    const pool = new pg.Pool(config);
    pool.on('error', () => undefined);
    opened.push(pool);
    return wrapped(pool, end, postgres);
  };
  const withPool = (use) => async (end) => {
    const pool = poolOf(end);
    await use(pool, end);
    await heard(() => pool.end());
  };
  const withClient = (use) => async (end) => {
    const pool = poolOf(end);
    const client = await pool.connect();
    client.on('error', () => undefined);
    await use(client);
    await heard(() => client.release(true));
    await heard(() => pool.end());
  };
  const texts = [WRITE, WRONG, READ, 'SELECT nothing', 'not SQL', 'PREPARE TRANSACTION $$x$$'];
  const scenarios = {
    'promises of a pool': withPool((pool) => Promise.all(texts.map((text) => heard(() => pool.query(text))))),
    'callbacks of a pool': withPool((pool) =>
      Promise.all(texts.map((text) => calledBack((done) => pool.query(text, done)))),
    ),
    'promises of a client': withClient((client) => Promise.all(texts.map((text) => heard(() => client.query(text))))),
    'callbacks of a client': withClient((client) =>
      Promise.all(texts.map((text) => calledBack((done) => client.query(text, done)))),
    ),
    'a transaction': withClient(async (client) => {
      for (const text of ['BEGIN', WRITE, READ, WRONG, 'COMMIT']) await heard(() => client.query(text));
      for (const text of ['BEGIN', WRITE, 'ROLLBACK']) await heard(() => client.query(text));
    }),
    'a transaction that is released open': withClient(async (client) => {
      await heard(() => client.query('BEGIN'));
      await heard(() => client.query(WRITE));
      await heard(() => client.release());
    }),
    'a release while calls are under way, and another one': withClient(async (client) => {
      const call = heard(() => client.query(WRITE));
      heard(() => client.release());
      heard(() => client.release());
      await call;
    }),
    'an end of a pool while calls are under way': async (end) => {
      for (const finish of [(pool) => heard(() => pool.end()), (pool) => calledBack((done) => pool.end(done))]) {
        const pool = poolOf(end);
        const call = heard(() => pool.query(WRITE));
        const ended = finish(pool);
        await heard(() => pool.query(WRITE));
        await heard(() => pool.end());
        await Promise.all([call, ended]);
      }
    },
    'an end of a client while calls are under way': async (end) => {
      for (const finish of [
        (client) => heard(() => client.end()),
        (client) => calledBack((done) => client.end(done)),
      ]) {
        const client = wrapped(new pg.Client(config), end, postgres);
        client.on('error', () => undefined);
        await heard(() => client.connect());
        const call = heard(() => client.query(WRITE));
        await Promise.all([call, finish(client)]);
        await heard(() => client.query(WRITE));
        await calledBack((done) => client.query(READ, done));
      }
    },
    'a connection that is lost while a call is asked for': withClient(async (client) => {
      const call = heard(() => client.query(WRITE));
      await other.query('SELECT pg_terminate_backend($1)', [client.processID]);
      await call;
      await calledBack((done) => client.query(WRITE, done));
    }),
    'a server that is not there': async (end) => {
      const nowhere = { ...config, connectionString: 'postgres://x@127.0.0.1:1/x' };
      const pool = wrapped(new pg.Pool(nowhere), end, postgres);
      await heard(() => pool.query(WRITE));
      await calledBack((done) => pool.query(READ, done));
      await heard(() => pool.connect());
      await calledBack((done) => pool.connect(done));
      await calledBack((done) => wrapped(new pg.Client(nowhere), end, postgres).connect(done));
      await heard(() => wrapped(new pg.Client(nowhere), end, postgres).connect());
    },
    'a call that is aborted': withClient(async (client) => {
      const aborting = new AbortController();
      const call = heard(() => client.query({ text: WRITE, signal: aborting.signal }));
      setTimeout(() => aborting.abort(), 1);
      await call;
      await heard(() => client.query({ text: WRITE, signal: AbortSignal.abort() }));
    }),
    'query objects': withClient(async (client) => {
      for (const text of texts.slice(0, 5)) {
        await calledBack((done) => client.query(new pg.Query(text, done)));
        const query = client.query(new pg.Query(text));
        await new Promise((resolve) => query.on('error', resolve).on('end', resolve));
      }
    }),
    'cursors that end early': withClient(async (client) => {
      for (const text of texts.slice(0, 5)) {
        const cursor = client.query(new Cursor(text));
        await heard(() => cursor.read(1));
        await heard(() => cursor.close());
        const early = client.query(new Cursor(text));
        await calledBack((done) => early.close(done));
        const unread = client.query(new Cursor(text));
        const read = heard(() => unread.read(1));
        await heard(() => unread.close());
        await Promise.race([read, sleep(20)]);
      }
    }),
    'streams that end early': withClient(async (client) => {
      for (const text of texts.slice(0, 5)) {
        const stream = client.query(new QueryStream(text));
        stream.on('error', () => undefined);
        await heard(async () => {
          for await (const _ of stream) break;
        });
        const destroyed = client.query(new QueryStream(text));
        destroyed.on('error', () => undefined).destroy();
        const unread = client.query(new QueryStream(text));
        unread.on('error', () => undefined);
        await sleep(2);
        unread.destroy(new Error('mine'));
      }
    }),
    'a copy that ends early': withClient(async (client) => {
      const copy = client.query(from('COPY customers (id) FROM STDIN'));
      copy.on('error', () => undefined);
      await sleep(8);
      copy.destroy(new Error('mine'));
      await sleep(5);
    }),
  };
  const other = new pg.Pool(config);
  const stop = async () => {
    await other.end();
    for (const pool of opened) if (!pool.ended) await pool.end().catch(() => undefined);
  };
  return { scenarios, stop };
}
