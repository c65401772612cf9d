import { readFileSync } from 'node:fs';
import http from 'node:http';
import {
  type Answer,
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  unique,
} from '../support/client.js';
import { type ServiceProcess, startService } from '../support/service.mjs';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly auth: 'public' | 'signature' | 'any' | 'operator';
  readonly plan?: 'FREE' | 'PRO' | 'TEAM';
  readonly limit?: readonly [count: number, seconds: number];
}

const ROUTES: Route[] = JSON.parse(readFileSync(new URL('../support/routes.json', import.meta.url), 'utf8'));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

const ADDED: Route[] = [{ method: 'GET', path: '/sessions/:id/rollback', auth: 'any' }];

/** Shrinks until it is empty. */
const NOT_YET = [
  'POST /webhooks/billing',
  'POST /auth/forgot-password',
  'POST /auth/reset-password',
  'GET /auth/verify-email',
  'GET /me',
  'PATCH /me',
  'DELETE /me',
  'GET /billing/portal',
  'POST /auth/resend-verification',
  'GET /sessions/dirty',
  'GET /sessions/:id/dirty',
  'GET /metrics',
  'GET /sessions/:id/intent',
  'GET /sessions/:id/intent/summary',
  'GET /sessions/intent/summary',
  'GET /settings/connectors/health',
  'GET /audit-logs',
  'GET /team/members',
  'DELETE /sessions/:id/purge',
];

const IMPLEMENTED = [...ROUTES.filter((route) => !NOT_YET.includes(nameOf(route))), ...ADDED];
const GUARDED = IMPLEMENTED.filter(({ auth }) => auth === 'any' || auth === 'operator');
const OF_OPERATORS = GUARDED.filter(({ auth }) => auth === 'operator');
const WITH_PLAN = OF_OPERATORS.filter(({ plan }) => plan !== 'FREE');
const WITH_IDS = GUARDED.filter(({ path }) => path.includes(':'));

const ABSENT = '01890a5d-ac96-774b-bcce-b302099a8057';
const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} };

/** A body that passes validation, where a route wants one. */
const BODIES: Record<string, unknown> = {
  'POST /sessions': { agentId: 'matrix', intent: 'be refused' },
  'PATCH /sessions/:id': { status: 'COMPLETED' },
  'POST /sessions/:id/actions/precapture': { apiName: call.apiName, payload: {} },
  'POST /sessions/:id/actions': call,
  'PATCH /sessions/:id/actions/:actionId': { status: 'SUCCESS' },
  'POST /policies': { apiNamePattern: 'mail.*', action: 'ALLOW' },
  'PUT /policies/:id': { enabled: false },
  'POST /agents': { slug: 'matrix' },
  'PUT /agents/:id': { displayName: 'Matrix' },
  'POST /api-keys': { name: 'matrix', kind: 'live' },
  'PUT /settings/credentials/:connector': { values: { connectionString: 'postgres://nobody@127.0.0.1/none' } },
};

const codeOf = ({ status, body }: Answer) => `${status} ${body?.error?.type?.split('/').at(-1) ?? 'ok'}`;

function ask(caller: Caller, route: Route, path = route.path.replaceAll(/:\w+/g, ABSENT)): Promise<Answer> {
  const body = BODIES[nameOf(route)];
  return caller.request(route.method, path, body === undefined ? {} : { body });
}

async function outcomes(routes: readonly Route[], caller: Caller): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const route of routes) answers[nameOf(route)] = codeOf(await ask(caller, route));
  return answers;
}

const all = (routes: readonly Route[], outcome: (route: Route) => string) =>
  Object.fromEntries(routes.map((route) => [nameOf(route), outcome(route)]));

/** A line of the log, which is written a second late at most. */
async function lineOf(service: ServiceProcess, words: string): Promise<string> {
  for (;;) {
    const line = service.output.find((text) => text.includes(words));
    if (line) return line;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('the 58 routes', () => {
  let organization: Organization;
  let free: ServiceProcess;
  let freeOne: Organization;
  beforeAll(async () => {
    free = await startService({ DEFAULT_PLAN: 'FREE', LOG_LEVEL: 'debug' });
    [organization, freeOne] = await Promise.all([newOrganization(), newOrganization(free)]);
  });
  afterAll(() => free.stop());

  it('are 58, and these of them answer 404 or 405 until they are there', async () => {
    expect(ROUTES).toHaveLength(58);
    const missing: string[] = [];
    for (const route of ROUTES) {
      const path = route.path.replaceAll(/:\w+/g, ABSENT);
      const { status, body } = await organization.operator.request(route.method, path);
      const absent = status === 405 || (status === 404 && /no such route|no such session/.test(body.error.detail));
      if (absent && NOT_YET.includes(nameOf(route))) missing.push(nameOf(route));
    }
    expect(missing).toEqual(ROUTES.map(nameOf).filter((name) => NOT_YET.includes(name)));
    expect(missing).toHaveLength(NOT_YET.length);
    expect(IMPLEMENTED).toHaveLength(58 - NOT_YET.length + ADDED.length);
  });

  it('are all that the service answers: boot has seen each one, and no other', async () => {
    const { routes, checkedInputs } = JSON.parse(await lineOf(free, 'every route says who may call it'));
    expect(routes.toSorted()).toEqual(IMPLEMENTED.map(nameOf).sort());
    expect(checkedInputs).toBeGreaterThanOrEqual(20);
  });

  it('that are public answer anybody', async () => {
    const open = IMPLEMENTED.filter(({ auth }) => auth === 'public');
    expect(await outcomes(open, new Caller(serviceA, null))).toEqual({
      'GET /health': '200 ok',
      'POST /auth/token': '400 validation-failed',
      'POST /auth/register': '400 validation-failed',
      'POST /auth/login': '400 validation-failed',
      'GET /auth/oauth-a': '503 oauth-not-configured',
      'GET /auth/oauth-a/callback': '503 oauth-not-configured',
      'GET /auth/oauth-b': '503 oauth-not-configured',
      'GET /auth/oauth-b/callback': '503 oauth-not-configured',
    });
  });

  it('that are not public are 401 for anybody, and for a credential that is none', async () => {
    expect(GUARDED).toHaveLength(32);
    for (const credential of [null, 'nonsense', 'bks_live_nonsense']) {
      const expected = all(GUARDED, () => '401 unauthenticated');
      expect(await outcomes(GUARDED, new Caller(serviceA, credential))).toEqual(expected);
    }
  });

  it('of operators are 403 operator-required for API keys and their tokens, whatever the plan', async () => {
    expect(OF_OPERATORS).toHaveLength(21);
    const { token } = (await new Caller(serviceA, null).post('/auth/token', { apiKey: organization.agent.credential }))
      .body.data;
    const callers = [organization.agent, organization.testAgent, new Caller(serviceA, token), freeOne.agent];
    for (const caller of callers) {
      expect(await outcomes(OF_OPERATORS, caller)).toEqual(all(OF_OPERATORS, () => '403 operator-required'));
    }
  });

  it('of PRO and TEAM are 403 plan-required below it, and say which plan', async () => {
    expect(WITH_PLAN).toHaveLength(10);
    expect(await outcomes(WITH_PLAN, freeOne.operator)).toEqual(all(WITH_PLAN, () => '403 plan-required'));
    for (const route of WITH_PLAN) {
      expect((await ask(freeOne.operator, route)).body.error.detail).toContain(`the ${route.plan} plan`);
    }
    const pro = await startService({ DEFAULT_PLAN: 'PRO' });
    try {
      const { operator } = await newOrganization(pro);
      const answers = await outcomes(WITH_PLAN, operator);
      const refused = Object.keys(answers).filter((name) => answers[name] === '403 plan-required');
      expect(refused).toEqual(WITH_PLAN.filter(({ plan }) => plan === 'TEAM').map(nameOf));
      expect(refused).toHaveLength(5);
    } finally {
      await pro.stop();
    }
  });

  it('of FREE, and those of any caller, are open to a FREE organization', async () => {
    const open = GUARDED.filter(({ plan }) => plan === undefined || plan === 'FREE');
    expect(open).toHaveLength(22);
    const answers = await outcomes(open, freeOne.operator);
    expect(Object.values(answers).filter((code) => /^(401|403|5)/.test(code))).toEqual([]);
  });

  it('check who calls before what was sent', async () => {
    const wrong = { headers: { 'content-type': 'application/json' }, body: '{"broken":' };
    for (const { method, path } of OF_OPERATORS.filter((route) => BODIES[nameOf(route)])) {
      const at = path.replaceAll(/:\w+/g, ABSENT);
      expect(codeOf(await new Caller(serviceA, null).request(method, at, wrong))).toBe('401 unauthenticated');
      expect(codeOf(await organization.agent.request(method, at, wrong))).toBe('403 operator-required');
      expect(codeOf(await organization.operator.request(method, at, wrong))).toBe('400 validation-failed');
    }
  });

  it('announce their limit where they have one', async () => {
    const limited = IMPLEMENTED.filter(({ limit }) => limit);
    expect(limited).toHaveLength(8);
    for (const route of limited) {
      const { headers } = await ask(organization.operator, route);
      const [count = 0, seconds] = route.limit ?? [];
      expect(headers.get('ratelimit-policy')).toBe(`"default";q=${count * 100_000};w=${seconds}`);
      expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    }
    const others = IMPLEMENTED.filter(({ limit }) => !limit);
    for (const route of others) expect((await ask(organization.operator, route)).headers.get('ratelimit')).toBeNull();
  });
});

describe('ids in paths', () => {
  let mine: Organization;
  let theirs: Organization;
  let ids: Record<string, string>;
  beforeAll(async () => {
    [mine, theirs] = await Promise.all([newOrganization(), newOrganization()]);
    const session = await newSession(theirs.agent);
    const { data: action } = (
      await theirs.agent.post(`/sessions/${session}/actions`, { ...call, status: 'PENDING_APPROVAL' })
    ).body;
    ids = {
      sessions: session,
      action: action.id,
      approvals: action.approval.id,
      policies: (await theirs.operator.post('/policies', BODIES['POST /policies'])).body.data.id,
      agents: (await theirs.operator.get('/agents')).body.data[0].id,
      'api-keys': (await theirs.operator.get('/api-keys')).body.data[0].id,
    };
  });
  const fill = (path: string, id: string, actionId: string) => path.replace(':id', id).replace(':actionId', actionId);
  const foreign = ({ path }: Route) => fill(path, ids[path.split('/')[1] ?? ''] ?? '', ids.action ?? '');
  const told = ({ status, body }: Answer) => ({
    status,
    ...body,
    timestamp: '',
    error: { ...body.error, requestId: '' },
  });
  const withUuids = WITH_IDS.filter(({ path }) => !path.includes(':connector'));

  it('that belong to another organization answer exactly as absent ones do, and change nothing', async () => {
    expect(withUuids).toHaveLength(18);
    const everything = async () =>
      Promise.all(
        [`/sessions/${ids.sessions}`, `/approvals/${ids.approvals}`, '/policies', '/agents', '/api-keys'].map(
          async (path) => (await theirs.operator.get(path)).body.data,
        ),
      );
    const still = (parts: object[]) =>
      JSON.parse(JSON.stringify(parts, (key, value) => (key === 'timeRemaining' ? 0 : value)));
    const before = still(await everything());
    for (const route of withUuids) {
      for (const caller of route.auth === 'any' ? [mine.operator, mine.agent, mine.testAgent] : [mine.operator]) {
        const answer = await ask(caller, route, foreign(route));
        expect({ route: nameOf(route), code: codeOf(answer) }).toEqual({ route: nameOf(route), code: '404 not-found' });
        expect(told(answer)).toEqual(told(await ask(caller, route)));
      }
    }
    expect(still(await everything())).toEqual(before);
  });

  it('that are malformed answer as absent ones do', async () => {
    const malformed = [
      '1',
      'null',
      'x'.repeat(100),
      ABSENT.toUpperCase(),
      `${ABSENT}0`,
      `{${ABSENT}}`,
      '%00',
      "'%20OR%201=1",
      '..%2f..',
      '%F0%9F%92%A9',
    ];
    for (const route of withUuids) {
      const absent = told(await ask(mine.operator, route));
      for (const id of malformed) {
        const answer = await ask(mine.operator, route, fill(route.path, id, ABSENT));
        expect({ route: nameOf(route), id, ...told(answer) }).toEqual({ route: nameOf(route), id, ...absent });
      }
    }
    expect(malformed).toHaveLength(10);
  });

  it('of an action are looked for in its own session only', async () => {
    const session = await newSession(theirs.agent);
    const routes = withUuids.filter(({ path }) => path.includes(':actionId'));
    expect(routes).toHaveLength(2);
    for (const route of routes) {
      expect(codeOf(await ask(theirs.operator, route, fill(route.path, session, ids.action ?? '')))).toBe(
        '404 not-found',
      );
      expect(
        codeOf(await ask(mine.operator, route, fill(route.path, await newSession(mine.agent), ids.action ?? ''))),
      ).toBe('404 not-found');
    }
  });

  it('of a connector are 404 when there is none', async () => {
    const routes = WITH_IDS.filter(({ path }) => path.includes(':connector'));
    expect(routes).toHaveLength(2);
    for (const route of routes) {
      for (const connector of ['nothing', '__proto__', 'constructor', unique('x')]) {
        const answer = await ask(mine.operator, route, route.path.replace(':connector', connector));
        expect(codeOf(answer)).toBe('404 not-found');
      }
    }
  });
});

/** The path as it is: no client in between that would tidy it up. */
function rawStatus(method: string, path: string, credential: string | null): Promise<number> {
  const { hostname, port } = new URL(serviceA.url);
  return new Promise((resolve, reject) => {
    const headers = credential ? { authorization: `Bearer ${credential}` } : {};
    const request = http.request({ hostname, port, method, path, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end();
  });
}

const hex = (character: string, upper: boolean) => {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `%${upper ? code.toUpperCase() : code}`;
};
const ENCODINGS: Record<string, (path: string) => string> = {
  'the first letter encoded': (path) => path.replace(/[a-z]/, (letter) => hex(letter, false)),
  'every letter encoded': (path) => path.replaceAll(/[a-z]/g, (letter) => hex(letter, false)),
  'every letter encoded in capitals': (path) => path.replaceAll(/[a-z-]/g, (letter) => hex(letter, true)),
  'the last letter encoded': (path) => path.replace(/[a-z0-9]$/, (letter) => hex(letter, true)),
  'letters encoded twice': (path) => path.replaceAll(/[a-z]/g, (letter) => hex(letter, false).replace('%', '%25')),
  'slashes encoded': (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  'a slash at the end': (path) => `${path}/`,
  'slashes doubled': (path) => path.replaceAll('/', '//'),
  'a detour': (path) => `/health/..${path}`,
  'an encoded detour': (path) => `/health/%2e%2e${path}`,
  'a parameter of the path': (path) => `${path};x=/health`,
  capitals: (path) => path.toUpperCase(),
  'a NUL at the end': (path) => `${path}%00`,
  'a backslash': (path) => path.replaceAll('/', '\\'),
  'a full URL': (path) => `http://localhost/health/..${path}`,
  'a query like a path': (path) => `${path}?/health`,
};

describe('encodings of paths', () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization();
  });
  const real = (route: Route, session: string) => route.path.replace(':id', session).replaceAll(/:\w+/g, ABSENT);

  it('of a route that is encoded are the same route', async () => {
    const { operator } = organization;
    for (const path of ['/%61gents', '/a%67ents', '/%61%67%65%6e%74%73', '/api%2Dkeys']) {
      expect(await rawStatus('GET', path, operator.credential)).toBe(200);
      expect(await rawStatus('GET', path, null)).toBe(401);
      expect(await rawStatus('GET', path, organization.agent.credential)).toBe(403);
    }
  });

  it('let nobody in without a credential, and no agent where only operators may', async () => {
    const session = await newSession(organization.agent);
    const let_in: string[] = [];
    let asked = 0;
    for (const route of GUARDED) {
      for (const [encoding, encode] of Object.entries(ENCODINGS)) {
        const path = encode(real(route, session));
        const credentials = route.auth === 'operator' ? [null, organization.agent.credential] : [null];
        for (const credential of credentials) {
          const status = await rawStatus(route.method, path, credential);
          asked += 1;
          if (![400, 401, 403, 404, 405, 414].includes(status))
            let_in.push(`${nameOf(route)} with ${encoding}: ${status}`);
          if (credential === null && status === 403) let_in.push(`${nameOf(route)} with ${encoding}: 403 for nobody`);
        }
      }
    }
    expect(let_in).toEqual([]);
    expect(asked).toBe(Object.keys(ENCODINGS).length * (GUARDED.length + OF_OPERATORS.length));
    expect(asked).toBe(848);
  });
});
