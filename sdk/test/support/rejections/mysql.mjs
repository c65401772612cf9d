import { createConnection, createPool } from 'mysql2';

const WRITE = "UPDATE customers SET name = 'x' WHERE id = 1";
const READ = 'SELECT name FROM customers';
const TEXTS = [WRITE, READ, 'UPDATE nowhere SET name = 1 WHERE id = 1', 'SELECT nothing', 'not SQL', 'USE mysql'];

export function subject(url, { wrapped, heard, calledBack, sleep }) {
  const opened = [];
  const of = (make, end) => {
    const client = make(url);
    client.on?.('error', () => undefined);
    opened.push(client);
    return wrapped(client, end, { connector: 'mysql' });
  };
  const both = (use) => async (end) => {
    for (const make of [createConnection, createPool]) {
      const client = of(make, end);
      await use(client);
      await Promise.race([calledBack((done) => client.end(done)), sleep(20)]);
    }
  };
  const withConnection = (use) => async (end) => {
    const pool = of(createPool, end).promise();
    const connection = await pool.getConnection();
    await use(connection);
    await heard(() => connection.release());
    await Promise.race([heard(() => pool.end()), sleep(20)]);
  };
  const scenarios = {
    promises: both(async (client) => {
      const promised = client.promise();
      await Promise.all(TEXTS.map((text) => heard(() => promised.query(text))));
      for (const text of TEXTS) await heard(() => promised.execute(text));
    }),
    callbacks: both(async (client) => {
      await Promise.all(TEXTS.map((text) => calledBack((done) => client.query(text, done))));
      for (const text of TEXTS) await calledBack((done) => client.execute(text, done));
    }),
    'query objects': both(async (client) => {
      for (const text of TEXTS.slice(1)) {
        await heard(() => new Promise((resolve) => client.query(text).on('error', resolve).on('end', resolve)));
        const query = await heard(() => client.query(text));
        query?.on?.('error', () => undefined);
        const stream = query?.stream?.();
        stream?.on('error', () => undefined).destroy();
      }
    }),
    'a transaction': withConnection(async (connection) => {
      await heard(() => connection.beginTransaction());
      for (const text of TEXTS.slice(0, 5)) await heard(() => connection.query(text));
      await heard(() => connection.commit());
      await heard(() => connection.beginTransaction());
      await heard(() => connection.query(WRITE));
      await heard(() => connection.rollback());
    }),
    'a transaction that is left open': withConnection(async (connection) => {
      await heard(() => connection.beginTransaction());
      await heard(() => connection.query(WRITE));
    }),
    'a prepared statement': withConnection(async (connection) => {
      for (const text of TEXTS.slice(0, 3)) {
        const statement = await heard(() => connection.prepare(text));
        if (typeof statement.execute !== 'function') continue;
        await heard(() => statement.execute([]));
        await heard(() => statement.close());
      }
    }),
    'a release while calls are under way, and another one': withConnection(async (connection) => {
      const call = heard(() => connection.query(WRITE));
      heard(() => connection.release());
      heard(() => connection.release());
      await call;
    }),
    'an end while calls are under way': async (end) => {
      for (const make of [createConnection, createPool]) {
        for (const finish of ['end', 'destroy']) {
          const client = of(make, end);
          const call = calledBack((done) => client.query(WRITE, done));
          heard(() => client[finish]?.());
          await call;
          await calledBack((done) => client.query(READ, done));
          const promised = of(make, end).promise();
          const second = heard(() => promised.query(WRITE));
          const ended = heard(() => promised[finish]?.());
          await Promise.race([Promise.all([second, ended]), sleep(20)]);
          await Promise.race([heard(() => promised.query(WRITE)), sleep(20)]);
        }
      }
    },
    'a server that is not there': async (end) => {
      for (const make of [createConnection, createPool]) {
        const client = of(() => make('mysql://x@127.0.0.1:1/x'), end);
        await calledBack((done) => client.query(WRITE, done));
        await heard(() => client.promise().query(READ));
        client.destroy?.();
      }
    },
  };
  const stop = () => {
    for (const client of opened) client.destroy?.();
  };
  return { scenarios, stop };
}
