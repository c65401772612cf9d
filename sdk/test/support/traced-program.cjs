/*
 * A program beside Datadog's instrumentation, which patches a client when it is first required: a process of its own.
 * Arguments: whether the SDK is loaded `before` or `after` it, the client, and where that connects to. Without a
 * SESSION the client stays bare. Prints one line: what its calls answered, and what was traced.
 */
const { createServer } = require('node:http');
const { once } = require('node:events');

const [, , when, kind, url] = process.argv;
const { BASE_URL, API_KEY, SESSION } = process.env;
const loadSdk = () => require('../../dist/cjs/index.js');
const TRACER = '../../../test/stand-ins/tracer/node_modules/dd-trace';

/** Plays the agent of Datadog, to which the traces go. */
async function startCollector() {
  const resources = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      resources.push(...resourcesIn(Buffer.concat(chunks)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, resources };
}

/** The texts that MessagePack holds under `resource`, and no more of it. */
function resourcesIn(bytes) {
  const KEY = Buffer.from('\xa8resource', 'latin1');
  const found = [];
  for (let at = bytes.indexOf(KEY); at >= 0; at = bytes.indexOf(KEY, at + 1)) {
    const head = at + KEY.length;
    const kind = bytes[head];
    const [start, length] =
      kind === 0xd9
        ? [head + 2, bytes[head + 1]]
        : kind === 0xda
          ? [head + 3, bytes.readUInt16BE(head + 1)]
          : kind === 0xdb
            ? [head + 5, bytes.readUInt32BE(head + 1)]
            : [head + 1, kind & 0x1f];
    found.push(bytes.toString('utf8', start, start + length));
  }
  return found;
}

const tried = (call) =>
  call.then(
    (answer) => answer,
    ({ code, message }) => ({ error: code ?? message }),
  );

const CLIENTS = {
  pg: {
    open: () => new (require('pg').Pool)({ connectionString: url, max: 1 }),
    connector: 'postgres',
    async use(pool) {
      const rowsOf = async (call) => {
        const { rows, rowCount, error } = await tried(call);
        return error ?? [rowCount, rows];
      };
      const answers = [await rowsOf(pool.query('UPDATE traced SET n = $1 WHERE id = 1', [7]))];
      answers.push(
        await new Promise((end) =>
          pool.query('DELETE FROM traced WHERE id = 2', (error) => end(error?.code ?? 'done')),
        ),
      );
      const client = await pool.connect();
      answers.push(
        await rowsOf(client.query({ name: 'in', text: 'INSERT INTO traced (id, n) VALUES ($1, 4)', values: [4] })),
      );
      client.release();
      return [...answers, await rowsOf(pool.query('SELECT id, n FROM traced ORDER BY id'))];
    },
    close: (pool) => pool.end(),
  },
  mysql2: {
    open: () => require('mysql2').createPool({ uri: url, connectionLimit: 1 }),
    connector: 'mysql',
    async use(pool) {
      const promised = pool.promise();
      const rowsOf = async (call) => {
        const answer = await tried(call);
        return answer.error ?? answer[0].affectedRows ?? answer[0];
      };
      const answers = [await rowsOf(promised.query('UPDATE traced SET n = ? WHERE id = 1', [7]))];
      answers.push(
        await new Promise((end) =>
          pool.query('DELETE FROM traced WHERE id = 2', (error) => end(error?.code ?? 'done')),
        ),
      );
      const connection = await promised.getConnection();
      answers.push(await rowsOf(connection.execute('INSERT INTO traced (id, n) VALUES (?, 4)', [4])));
      connection.release();
      return [...answers, await rowsOf(promised.query('SELECT id, n FROM traced ORDER BY id'))];
    },
    close: (pool) => pool.promise().end(),
  },
  ioredis: {
    open: () => new (require('ioredis').Redis)(url),
    connector: 'redis',
    async use(redis) {
      return [
        await tried(redis.set('traced', '1')),
        await new Promise((end) => redis.incr('traced', (error, answer) => end(error?.code ?? answer))),
        await tried(redis.pipeline().incr('traced').exec()),
        await tried(redis.get('traced')),
      ];
    },
    close: (redis) => redis.quit(),
  },
};

async function main() {
  if (when === 'before') loadSdk();
  const collector = await startCollector();
  const tracer = require(TRACER).init({ url: collector.url, flushInterval: 0, startupLogs: false });
  const { Backstop, wrap } = loadSdk();
  const { open, connector, use, close } = CLIENTS[kind];
  const raw = open();
  const session = SESSION && (await new Backstop({ baseUrl: BASE_URL, apiKey: API_KEY }).openSession(SESSION));
  const client = session ? wrap(raw, session, { connector }) : raw;
  const answers = await tracer.trace('program', () => use(client));
  await close(client);
  for (let tries = 0; tries < 100 && !collector.resources.includes('program'); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  process.stdout.write(`${JSON.stringify({ answers, traced: collector.resources })}\n`);
  process.exit(0);
}

void main();
