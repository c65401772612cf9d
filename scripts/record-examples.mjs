/**
 * Writes the examples of openapi.json (`src/openapi/examples/recorded.ts`): one body and one answer for each route,
 * from what a judged service answered while the story of `npm run demo` ran, and the calls of example-tour.mjs after it.
 * Ids, times and secrets are replaced, so that two runs write the same.
 *
 *   node scripts/record-examples.mjs [--check]     with --check: writes nothing, and fails if the file is not up to date
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { startEmbeddedPostgres } from '../dist/platform/database/embedded/embedded-postgres.js';
import { playStory } from '../examples/support-agent/story.mjs';
import { fixedExamples } from './example-replacements.mjs';
import { takeTour } from './example-tour.mjs';

const isCheck = process.argv.includes('--check');
if (!isCheck) run('scripts/openapi.mjs', '--draft');

const FILE = 'src/openapi/examples/recorded.ts';
const HEAD = `// Recorded by \`npm run generate -- examples\`; see scripts/record-examples.mjs.
import type { Recorded } from './recorded-example.js';

export const RECORDED: Readonly<Record<string, Recorded>> = `;
const definition = JSON.parse(readFileSync('openapi.json', 'utf8'));
const directory = mkdtempSync(join(tmpdir(), 'backstop-examples-'));
const notes = join(directory, 'undeclared-answers');
const events = ['approval.requested', 'approval.decided', 'action.blocked', 'rollback.finished', 'rollback.reverted'];

/** Calls of the tour that the service refused. */
const refused = [];
/** The exchanges of each route, in their order. */
const exchanges = new Map();
const { fetch } = globalThis;

const receiver = await startReceiver();
const customers = await startEmbeddedPostgres({ dataDir: join(directory, 'customers'), durable: false, tcp: true });
const service = await startService();
try {
  let token = null;
  let cookie = '';
  let account = null;
  globalThis.fetch = async (to, init) => {
    const { body, method = 'GET' } = init ?? {};
    const url = new URL(to instanceof Request ? to.url : String(to));
    const answer = await fetch(to, init);
    if (url.origin === service.url && answer.ok) {
      const given = typeof body === 'string' && body !== '' ? JSON.parse(body) : undefined;
      const text = await answer.clone().text();
      const data = answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined;
      note(method, url.pathname, given, data);
      if (url.pathname === '/auth/register') {
        ({ token } = data.data);
        account = given;
        // The story asks for no webhook; its events are examples too.
        await ask('POST', '/settings/webhooks', { url: `${receiver.url}hook`, events, description: 'The pager' });
      }
    }
    return answer;
  };
  const ask = async (method, path, body, as = token) => {
    const headers = { accept: 'application/json' };
    if (as === 'browser') Object.assign(headers, { cookie, origin: service.url, 'sec-fetch-site': 'same-origin' });
    else if (as) headers.authorization = `Bearer ${as}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await globalThis.fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
    [cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    const text = await answer.text();
    if (!answer.ok) refused.push(`${method} ${path}: ${answer.status} ${text}`);
    return answer.ok ? (JSON.parse(text).data ?? {}) : {};
  };
  /** The same, without an example of it. */
  const quietly = async (path) =>
    (await (await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } })).json()).data;
  const connectionString = customers.superuserUrl;
  const story = await playStory({ baseUrl: service.url, customerDatabaseUrl: connectionString });
  const { rollbackId } = story.report;
  await takeTour(ask, { quietly, session: story.session.id, rollbackId, connectionString, ...account });
} finally {
  globalThis.fetch = fetch;
  await service.stop();
  await customers.stop();
  receiver.stop();
}
if (existsSync(notes)) throw new Error(`openapi.json does not declare an answer: ${readFileSync(notes, 'utf8')}`);
rmSync(directory, { recursive: true, force: true });

const routes = Object.entries(definition.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);
const chosen = routes.flatMap((route) => {
  const all = exchanges.get(route) ?? [];
  const best = all.find(({ answer }) => hasContent(answer)) ?? all[0];
  const body = all.find(({ body: given }) => given !== undefined)?.body;
  return best ? [[route, { ...(body !== undefined && { body }), answer: best.answer }]] : [];
});
const { openapi, info } = definition;
chosen.push([
  'GET /openapi.json',
  { answer: { openapi, info: { title: info.title, version: info.version }, paths: {} } },
]);
for (const [type, event] of [...receiver.events].sort()) chosen.push([`event ${type}`, { answer: event }]);
const written = `${HEAD}${JSON.stringify(fixedExamples(Object.fromEntries(chosen), { service: service.url, receiver: receiver.url }), null, 1)};\n`;
const silent = routes.filter((route) => !exchanges.has(route));
console.log(`${chosen.length} routes answered; no example is recorded of: ${silent.join(', ')}`);
if (isCheck) {
  if (written === readFileSync(FILE, 'utf8')) process.exit(0);
  throw new Error(`${FILE} is not up to date: npm run generate -- examples`);
}
writeFileSync(FILE, written);
run('scripts/build.mjs', 'service');
run('scripts/openapi.mjs');
if (refused.length > 0) throw new Error(refused.join('\n'));
process.exit(0);

function run(...parameters) {
  execFileSync(process.execPath, parameters, { stdio: 'inherit' });
}

function note(method, pathname, body, answer) {
  const path = Object.keys(definition.paths)
    .filter((one) => definition.paths[one][method.toLowerCase()])
    .filter((one) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname))
    .sort((one, other) => one.split('{').length - other.split('{').length)[0];
  if (path === undefined || answer === undefined) return;
  const route = `${method} ${path}`;
  exchanges.set(route, [...(exchanges.get(route) ?? []), { body, answer }]);
}

/** An empty list shows nothing. */
function hasContent(answer) {
  const data = answer?.data ?? answer;
  return Array.isArray(data) ? data.length > 0 : data !== null;
}

/** The first event of each type, as a receiver of webhooks gets it. */
async function startReceiver() {
  const events = new Map();
  const server = createServer(async (request, response) => {
    const event = JSON.parse(await textOf(request));
    if (event.type in definition.webhooks && !events.has(event.type)) events.set(event.type, event);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { events, url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

async function startService() {
  const child = spawn(process.execPath, ['--import', './test/support/judged-service.mjs', 'dist/bundle/main.js'], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: join(directory, 'service') },
      ...{ DEFAULT_PLAN: 'TEAM', ALLOWED_PRIVATE_HOSTS: '127.0.0.1', JWT_SECRET: randomBytes(32).toString('hex') },
      TEST_UNDECLARED_ANSWERS: notes,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /is up at (http:\/\/\S+)/.exec(line);
      if (match) resolve(match[1]);
    });
    void exited.then(([code]) => reject(new Error(`the service stopped with ${code}`)));
  });
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
  };
  return { url: new URL(url).origin, stop };
}
