import { isDeepStrictEqual } from 'node:util';
import { POISONS } from './poisons.mjs';
import {
  hostileHeaders,
  hostileObject,
  hostileSegment,
  hostileText,
  hostileValue,
  mutated,
  RAW_REQUESTS,
  rawBody,
} from './texts.mjs';

/** Routes that hash a password, which is so slow that they are limited to 20 in a quarter of an hour. */
const HASHING = ['/auth/register', '/auth/login', '/auth/reset-password', '/auth/forgot-password'];
/** Routes that end the resources of the other stories. */
const ENDING = [
  'DELETE /me',
  'DELETE /api-keys/:id',
  'DELETE /sessions/:id/purge',
  'DELETE /settings/credentials/:connector',
];
const OF_PATHS = [
  ['/sessions/:id/actions/:actionId', 'action'],
  ['/sessions/', 'session'],
  ['/approvals/', 'approval'],
  ['/policies/', 'policy'],
  ['/agents/', 'agent'],
  ['/api-keys/', 'apiKey'],
  ['/settings/webhooks/', 'webhook'],
];
const QUERIES = ['limit', 'cursor', 'status', 'connectors', 'after', 'token', 'days', 'wait', 'state', 'code', 'a[]'];

/** Sends one request to any route, with one thing wrong in it. */
async function route({ random, home, routes, strangers, ask }) {
  let asked = random.pick(routes);
  const isDear = HASHING.includes(asked.path) || ENDING.includes(`${asked.method} ${asked.path}`);
  if (isDear && random.chance(0.95)) asked = random.pick(routes);
  const method = random.chance(0.05) ? random.pick(['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND']) : asked.method;
  const credential = random.pick([
    home.operator,
    home.operator,
    home.live,
    home.live,
    home.test,
    null,
    hostileText(random),
  ]);
  const path = detour(random, filled(random, asked.path, home, strangers)) + query(random);
  const more = { credential };
  if (random.chance(0.2)) more.headers = hostileHeaders(random);
  if (method !== 'GET' && method !== 'HEAD') {
    if (random.chance(0.1)) more.raw = rawBody(random);
    else if (asked.body) more.body = random.chance(0.4) ? asked.body : mutated(random, asked.body);
    else if (random.chance(0.3)) more.body = hostileObject(random);
  }
  const { data } = await ask(method, path, more);
  const kind = { '/policies': 'policy', '/agents': 'agent', '/api-keys': 'apiKey', '/settings/webhooks': 'webhook' }[
    asked.path
  ];
  if (kind && asked.method === 'POST' && data?.id) home.keep(kind, data.id);
}

function filled(random, template, home, strangers) {
  const kind = OF_PATHS.find(([start]) => template.startsWith(start))?.[1];
  const own = kind ? home.ids[kind] : [];
  const action = kind === 'action' && own.length > 0 ? random.pick(own) : null;
  const foreign = kind ? (strangers[kind] ?? []) : [];
  return template.replaceAll(/:(\w+)/g, (_, name) => {
    const choice = random.next();
    if (name === 'connector') return choice < 0.7 ? random.pick(['postgres', 'http', 'gmail']) : hostileSegment(random);
    if (choice < 0.55 && action) return name === 'id' ? action.session : action.id;
    if (choice < 0.55 && own.length > 0) return random.pick(own);
    if (choice < 0.8 && foreign.length > 0) return random.pick(foreign);
    return hostileSegment(random);
  });
}

function detour(random, path) {
  if (random.chance(0.9)) return path;
  return random.pick([
    `/health/..${path}`,
    `/health/%2e%2e${path}`,
    path.replaceAll('/', '//'),
    `${path};x=/health`,
    path.toUpperCase(),
    `${path}%00`,
    path.replaceAll('/', '\\'),
    `http://localhost${path}`,
    path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ]);
}

function query(random) {
  if (random.chance(0.75)) return '';
  const one = () => {
    const name = random.pick(QUERIES);
    // A poll is held no longer than it must.
    return `${name}=${name === 'wait' ? random.pick(['1', '-1', 'x', '1e9', '']) : hostileSegment(random)}`;
  };
  return `?${Array.from({ length: 1 + random.integer(3) }, one).join('&')}`;
}

/** A body that is no JSON, too deep, too wide, too long or ambiguous, where a body is read. */
async function body({ random, home, routes, ask }) {
  const posts = routes.filter(({ method, path }) => method !== 'GET' && method !== 'DELETE' && !HASHING.includes(path));
  const { method, path } = random.pick(posts);
  const credential = random.pick([home.operator, home.live, null]);
  await ask(method, filled(random, path, home, {}), { credential, raw: rawBody(random) });
}

/** A call that is recorded just as it was sent, confirmed with any answer, and read. */
async function ledger({ random, home, ask, breach }) {
  if (random.chance(0.05) || home.ids.session.length === 0) await home.newSession(ask, hostileText(random));
  const session = random.pick(home.ids.session);
  if (!session) return;
  const credential = home.live;
  const payload = hostileObject(random);
  const call = {
    apiName: random.pick(['crm.notes.create', 'gate.notes.create', hostileText(random)]),
    operationType: random.pick(['CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'READ']),
    payload,
    ...(random.chance(0.3) && { status: random.pick(['SUCCESS', 'FAILED', 'PENDING_APPROVAL', 'CLEARED']) }),
    ...(random.chance(0.2) && { response: hostileValue(random) }),
  };
  const made = await ask('POST', `/sessions/${session}/actions`, { credential, body: call });
  if (!made.data?.id) return;
  // JSON has no -0.
  if (!isDeepStrictEqual(made.data.payload, JSON.parse(JSON.stringify(payload))))
    breach(`a payload is not as it was sent: ${made.text.slice(0, 500)}`);
  const { id, approval } = made.data;
  home.keep('action', { session, id });
  if (approval) home.keep('approval', approval.id);
  if (approval && random.chance(0.5)) {
    const decision = random.pick(['approve', 'reject']);
    const decided = decision === 'approve' ? { payload: hostileObject(random) } : { reason: hostileText(random) };
    await ask('POST', `/approvals/${approval.id}/${decision}`, { credential: home.operator, body: decided });
  }
  const outcome = { status: random.pick(['SUCCESS', 'FAILED', 'UNKNOWN']), response: hostileValue(random) };
  await ask('PATCH', `/sessions/${session}/actions/${id}`, { credential, body: outcome });
  if (random.chance(0.1)) await ask('GET', `/sessions/${session}`, { credential });
}

/** Calls that connectors have to read: captured, reported, planned and, at times, rolled back. */
async function poison({ random, home, ask }) {
  const credential = home.live;
  const session = await home.newSession(ask, 'poison');
  if (!session) return;
  const path = `/sessions/${session}`;
  for (let left = 1 + random.integer(3); left > 0; left--) {
    const [apiName, payloadOf] = random.pick(POISONS);
    const payload = payloadOf(random);
    const captured = await ask('POST', `${path}/actions/precapture`, { credential, body: { apiName, payload } });
    const precaptureId = captured.data?.precaptureId;
    const response = random.pick([{}, { id: '1' }, hostileValue(random)]);
    const call = {
      apiName,
      operationType: 'UPDATE',
      payload,
      status: 'SUCCESS',
      response,
      ...(precaptureId && { precaptureId }),
    };
    await ask('POST', `${path}/actions`, { credential, body: call });
  }
  await ask('GET', `${path}/rollback`, { credential: random.pick([home.operator, credential]) });
  if (random.chance(0.5))
    await ask('POST', `${path}/rollback`, { credential: home.operator, body: { onConflict: 'force' } });
  if (random.chance(0.3)) await ask('GET', path, { credential });
}

/** Policies of many conditions over long texts and arrays, and a call that all of them look at. */
async function policies({ random, home, ask }) {
  const credential = home.operator;
  const text = random.pick(['x', 'a', '\u{1f4a9}']).repeat(1 + random.integer(2_000));
  const operator = random.pick([
    'contains',
    'starts_with',
    'ends_with',
    'in',
    'eq',
    'gt',
    'exists',
    hostileText(random),
  ]);
  const condition = () => ({
    field: random.pick(['payload.list', 'list', `payload.${'a.'.repeat(random.integer(60))}a`, hostileText(random)]),
    operator,
    value: operator === 'in' ? Array(random.integer(3_000)).fill(text.slice(0, 20)) : text,
  });
  const many = Array.from({ length: 1 + random.integer(30) }, condition);
  const rule = {
    apiNamePattern: random.pick(['*', 'heavy.*', '*.'.repeat(random.integer(40)), hostileText(random)]),
    condition: random.pick([many[0], { all: many }, { any: many }, { all: [{ any: many }] }]),
    action: random.pick(['ALLOW', 'BLOCK', 'REQUIRE_APPROVAL']),
    mode: random.pick(['enforce', 'shadow']),
  };
  const made = [];
  for (let left = 1 + random.integer(4); left > 0; left--) {
    const { data } = await ask('POST', '/policies', { credential, body: rule });
    if (data?.id) made.push(data.id);
  }
  const session = random.pick(home.ids.session);
  const list = Array(random.integer(50_000)).fill(random.pick(['x', 'a', 0]));
  const call = { apiName: 'heavy.lists.update', operationType: 'UPDATE', payload: { list } };
  if (session) await ask('POST', `/sessions/${session}/actions`, { credential: home.live, body: call });
  if (random.chance(0.3)) await ask('POST', '/policies/simulate', { credential, body: rule });
  for (const id of made) await ask('DELETE', `/policies/${id}`, { credential });
}

/** Bytes that may be no HTTP. */
async function bytes({ random, say }) {
  await say(random.pick(RAW_REQUESTS));
}

const STORIES = [
  [route, 50],
  [body, 12],
  [ledger, 16],
  [poison, 3],
  [policies, 2],
  [bytes, 1],
];
const ALL = STORIES.flatMap(([story, weight]) => Array(weight).fill(story));

export const hostileStory = (random) => random.pick(ALL);

/** Sends the same number of valid requests to the same service. */
export async function plainStory({ random, home, ask }) {
  const credential = home.live;
  if (random.chance(0.02) || home.ids.session.length === 0) await home.newSession(ask, 'look after customers');
  const session = random.pick(home.ids.session);
  const call = { apiName: 'crm.notes.create', operationType: 'CREATE', payload: { note: 'x'.repeat(300) } };
  const { data } = await ask('POST', `/sessions/${session}/actions`, { credential, body: call });
  await ask('PATCH', `/sessions/${session}/actions/${data.id}`, {
    credential,
    body: { status: 'SUCCESS', response: {} },
  });
  await ask('GET', '/approvals', { credential: home.operator });
}
