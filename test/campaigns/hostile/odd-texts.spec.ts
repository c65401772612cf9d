import { ABSENT, ROUTES } from '../../e2e/matrix/support/routes.js';
import { newOrganization, newSession, type Organization, serviceA } from '../../support/client.js';
import { rows } from '../../support/ledger.js';

/** Characters that no stored text may hold. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['a NUL', 'a\u0000b'],
  ['the first half of an emoji', 'a\ud83d'],
  ['the second half of an emoji', '\ude00b'],
  ['the halves in the wrong order', '\ude00\ud83d'],
];
/** Texts that are whole, and that something may cut, fold or read otherwise. */
const WHOLE: readonly (readonly [string, string])[] = [
  ...Array.from({ length: 4 }, (_, shift) => [`emoji after ${shift}`, 'x'.repeat(shift) + '😀'.repeat(3_000)] as const),
  ['a family in one sign', '👨‍👩‍👧‍👦'.repeat(200)],
  ['marks upon a letter', `e${'\u0301'.repeat(2_000)}`],
  ['texts from right to left', '\u202eabc\u202c\u200f'],
  ['no character', '\ufffe\uffff\ufeff'],
  ['control characters', '\u0001\u0008\u000b\u001b[31m\u007f\u0085\u2028'],
];

const ACTION = { apiName: 'crm.notes.update', operationType: 'UPDATE', payload: { a: 'b', c: { d: ['e'] } } };
/** A body for each route that takes one from an agent. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /auth/token': { apiKey: 'key' },
  'POST /sessions': { agentId: 'odd', intent: 'look after notes' },
  'PATCH /sessions/:id': { status: 'COMPLETED' },
  'POST /sessions/:id/rollback': { onConflict: 'skip', force: ['action'], planHash: 'hash' },
  'POST /sessions/:id/actions/precapture': { apiName: ACTION.apiName, payload: ACTION.payload, actionId: ABSENT },
  'POST /sessions/:id/actions': {
    ...{ ...ACTION, response: { a: ['b'] }, status: 'SUCCESS', precaptureId: ABSENT, violation: 'ungated' },
  },
  'PATCH /sessions/:id/actions/:actionId': { status: 'SUCCESS', response: { a: ['b'] }, payloadHash: 'hash' },
  'POST /mcp': { jsonrpc: '2.0', id: 'one', method: 'tools/call', params: { name: 'tool', arguments: { a: 'b' } } },
};
/** Routes that an agent may use and that take no body. */
const BODILESS = ['DELETE /mcp', 'POST /approvals/:id/withdraw', 'POST /sessions/:id/actions/:actionId/cancel'];
const TAKEN = ROUTES.filter(
  ({ method, auth, path }) => method !== 'GET' && (['any', 'agent'].includes(auth) || path === '/auth/token'),
);

let organization: Organization;
let session: string;
let action: string;
beforeAll(async () => {
  organization = await newOrganization();
  const { agent, operator } = organization;
  // These texts decide: each is compared with the agent's.
  const condition = { field: 'payload.a', operator: 'contains', value: '😀😀' };
  await operator.post('/policies', { apiNamePattern: '*', condition, action: 'BLOCK', mode: 'shadow' });
  session = await newSession(agent);
  action = (await agent.post(`/sessions/${session}/actions`, { ...ACTION, status: 'CLEARED' })).body.data.id;
});
afterAll(() => rows.end());

/** Returns copies of the body, each with this text in place of one of its texts, or of one key of free JSON. */
function oddBodies(body: unknown, text: string, isFree = false): unknown[] {
  if (typeof body === 'string') return [text];
  if (Array.isArray(body))
    return body.flatMap((one, index) => oddBodies(one, text, isFree).map((odd) => body.with(index, odd)));
  if (typeof body !== 'object' || body === null) return [];
  const values = Object.entries(body).flatMap(([name, value]) =>
    oddBodies(value, text, isFree || ['payload', 'response'].includes(name)).map((odd) => ({ ...body, [name]: odd })),
  );
  return isFree ? [...values, { ...body, [text]: 1 }] : values;
}

async function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(serviceA.url + path.replace(':id', session).replace(':actionId', action), {
    method,
    headers: {
      authorization: `Bearer ${organization.agent.credential}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, error: JSON.parse(text).error, text };
}

it('There is a body for each route that an agent sends one to', () => {
  const taken = TAKEN.map(({ method, path }) => `${method} ${path}`);
  expect(taken.sort()).toEqual([...Object.keys(BODIES), ...BODILESS].sort());
});

describe.each(Object.entries(BODIES))('%s', (route, body) => {
  const [method = '', path = ''] = route.split(' ');

  it.each(REFUSED)('refuses %s in each of its texts', async (_, text) => {
    const odd = oddBodies(body, text);
    expect(odd.length).toBeGreaterThan(0);
    for (const one of odd) {
      const { status, error } = await send(method, path, one);
      expect([one, status, error?.type]).toEqual([one, 400, expect.stringContaining('validation-failed')]);
    }
  });

  it.each(WHOLE)('answers a request with %s in any of its texts', async (_, text) => {
    for (const one of oddBodies(body, text)) {
      const { status, text: answer } = await send(method, path, one);
      expect([one, status < 500]).toEqual([one, true]);
      expect(answer).not.toMatch(/\\ud[89a-f]/i);
    }
  });
});

it.each(['%00', '%ed%a0%bd', '%ff', '%f0%9f%98', '%f0%9f%98%80', '%e2%80%ae'])(
  'A path or query of an agent with %s in it is answered without a failure',
  async (text) => {
    for (const { method, path } of ROUTES.filter(({ auth }) => auth === 'any')) {
      const body = BODIES[`${method} ${path}`];
      for (const odd of [
        `${path}${text}`,
        path.replace(/:\w+/, text),
        `${path}?connectors=${text}&wait=${text}&limit=${text}`,
      ]) {
        const { status, error } = await send(method, odd, body);
        expect([method, odd, status < 500]).toEqual([method, odd, true]);
        if (status >= 400) expect(error).toMatchObject({ status });
      }
    }
  },
);
