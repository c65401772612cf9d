import { ServiceDouble } from '../../sdk/src/testing.js';
import { type Answer, type Caller, newOrganization, type Organization, unique } from './client.js';
import fc from './properties.js';

/** One request of a program. Numbers stand for what the program made before, whatever it was. */
export type Step =
  | { readonly do: 'open'; readonly test: boolean }
  | {
      readonly do: 'ask' | 'report';
      readonly session: number;
      readonly call: number;
      readonly amount: unknown;
      readonly as: number;
    }
  | { readonly do: 'confirm'; readonly action: number; readonly status: string; readonly told: boolean }
  | { readonly do: 'begin'; readonly action: number; readonly claim: number }
  | {
      readonly do: 'approve' | 'reject' | 'revoke' | 'withdraw' | 'read-approval';
      readonly approval: number;
      readonly edit: unknown;
    }
  | { readonly do: 'capture'; readonly session: number; readonly call: number; readonly amount: unknown }
  | { readonly do: 'complete' | 'read'; readonly session: number }
  | { readonly do: 'read-action'; readonly action: number }
  | { readonly do: 'policies'; readonly set: number }
  | { readonly do: 'pause' | 'resume' };

/** Two clients that begin calls. */
const CLAIMS = ['5f0c3f4e-6f6d-4e0e-9f4e-0d6f0c7c9a01', '5f0c3f4e-6f6d-4e0e-9f4e-0d6f0c7c9a02'];

const amount = fc.oneof(
  fc.constantFrom<unknown>(1, 50, 100, 150, 200, '60', 'x', null, [1, 99], { $numeric: '7' }),
  fc.nat(200),
);
const index = fc.nat(30);
const of = <T extends string>(...names: T[]) => fc.constantFrom(...names);

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: of('open'), test: fc.boolean() }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: of('ask', 'ask', 'report'), session: index, call: index, amount, as: index }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: of('confirm'),
      action: index,
      status: of('SUCCESS', 'SUCCESS', 'FAILED', 'UNKNOWN', 'CLEARED', 'PENDING_APPROVAL'),
      told: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: of('begin'), action: index, claim: fc.nat(1) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: of('approve', 'approve', 'approve', 'reject', 'revoke', 'withdraw', 'read-approval'),
      approval: index,
      edit: fc.option(amount),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: of('capture'), session: index, call: index, amount }) },
  { weight: 1, arbitrary: fc.record({ do: of('complete'), session: index }) },
  { weight: 2, arbitrary: fc.record({ do: of('read'), session: index }) },
  { weight: 2, arbitrary: fc.record({ do: of('read-action'), action: index }) },
  { weight: 2, arbitrary: fc.record({ do: of('policies'), set: index }) },
  { weight: 1, arbitrary: fc.record({ do: of('pause', 'resume', 'resume') }) },
);

const CALLS = [
  'pay.out',
  'pay.in',
  'crm.contacts.update',
  'stripe.refunds.create',
  'gmail.messages.send',
  'files.read',
];
const OVER = { field: 'payload.amount', operator: 'gt', value: 100 } as const;
const policy = (apiNamePattern: string, action: string, more: object = {}) =>
  ({ apiNamePattern, action, ...more }) as never;

/** For so long the service may refuse by what it knew before: a refusal may be half a second old. */
const OLD_REFUSALS_MS = 700;

/** Sets of policies; each has what one of the engine's ways to decide reads. */
const SETS = [
  [],
  [policy('pay.*', 'REQUIRE_APPROVAL', { condition: OVER, reason: 'Large.' })],
  [policy('*', 'BLOCK', { condition: { any: [OVER, { field: 'amount', operator: 'eq', value: null }] } })],
  [
    policy('pay.out', 'REQUIRE_APPROVAL', { requiredApprovals: 1, approvalUsableSeconds: 600 }),
    policy('crm.*', 'BLOCK'),
  ],
  [
    policy('pay.*', 'BLOCK', {
      condition: { window: { sum: 'payload.amount' }, per: 'agent', seconds: 3_600, operator: 'gt', value: 200 },
    }),
    policy('pay.*', 'REQUIRE_APPROVAL', { condition: OVER }),
  ],
  [
    policy('gmail.*', 'BLOCK', { condition: { field: 'session.did', operator: 'glob', value: 'files.*' } }),
    policy('*', 'REQUIRE_APPROVAL', {
      condition: { field: 'session.calls', operator: 'gte', value: 4 },
      mode: 'shadow',
    }),
  ],
  [policy('stripe.*', 'BLOCK', { condition: { field: 'captureFailed', operator: 'eq', value: true } })],
  [policy('*', 'REQUIRE_APPROVAL', { condition: { field: 'labels.tier', operator: 'neq', value: 'gold' } })],
  [policy('pay.*', 'ALLOW', { condition: { field: 'onBehalfOf', operator: 'eq', value: 'ada@example.com' } })],
];

/** Programs run in an organization of the service, or in the double. */
interface World {
  agent(test: boolean, method: string, path: string, body?: unknown): Promise<Answer>;
  operator(method: string, path: string, body?: unknown): Promise<Answer>;
  setPolicies(set: number): Promise<readonly string[]>;
  setPaused(agentId: string, isPaused: boolean): Promise<void>;
}

export async function serviceWorld(): Promise<World> {
  const organization = await newOrganization();
  const { operator } = organization;
  const send = (caller: Caller, method: string, path: string, body: unknown) =>
    caller.request(method, path, body === undefined ? {} : { body });
  return {
    agent: (test, method, path, body) => send(test ? organization.testAgent : organization.agent, method, path, body),
    operator: (method, path, body) => send(operator, method, path, body),
    setPolicies: (set) => replacePolicies(operator, set),
    setPaused: (agentId, isPaused) => setPausedAt(organization, agentId, isPaused),
  };
}

async function replacePolicies(operator: Caller, set: number): Promise<readonly string[]> {
  for (const { id } of (await operator.get('/policies')).body.data) await operator.delete(`/policies/${id}`);
  const ids: string[] = [];
  for (const one of SETS[set % SETS.length] ?? []) ids.push((await operator.post('/policies', one)).body.data.id);
  return ids;
}

async function setPausedAt({ operator }: Organization, agentId: string, isPaused: boolean): Promise<void> {
  const agents = (await operator.get('/agents?limit=200')).body.data as { id: string; slug: string; status: string }[];
  const known = agents.find(({ slug }) => slug === agentId);
  if (!known) return;
  const answer = await operator.put(`/agents/${known.id}`, { status: isPaused ? 'PAUSED' : 'ACTIVE' });
  expect(answer.status).toBe(200);
  if (known.status === 'PAUSED' && !isPaused) await new Promise((resolve) => setTimeout(resolve, OLD_REFUSALS_MS));
}

export function doubleWorld(): World {
  const double = new ServiceDouble({ captures: 'fail' });
  const send = async (key: string, method: string, path: string, body: unknown): Promise<Answer> => {
    const response = await double.fetch(`http://double${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    agent: (test, method, path, body) => send(test ? 'bks_test_x' : 'bks_live_x', method, path, body),
    operator: async (method, path, body) => {
      const { status, headers, body: answered } = await double.asOperator(method, path, body);
      return { status, headers: new Headers(headers), body: answered };
    },
    setPolicies: async (set) => double.setPolicies(SETS[set % SETS.length] ?? []),
    setPaused: async (agentId, isPaused) => (isPaused ? double.pause(agentId) : double.resume(agentId)),
  };
}

/** The objects that a program has made so far; each number stands for an id of the world. */
interface Made {
  readonly agentId: string;
  readonly sessions: { id: string; test: boolean }[];
  readonly actions: { id: string; session: number; call: number; amount: unknown }[];
  readonly approvals: { id: string; session: number; payload: object }[];
  readonly captures: { id: string; session: number; call: number; amount: unknown }[];
  /** Also those of earlier sets, which calls still name. */
  readonly policies: string[];
}

/** Runs a program, and answers what each of its requests was answered, with numbers in place of ids and times. */
export async function walk(world: World, program: readonly Step[]): Promise<unknown[]> {
  const made: Made = { agentId: unique('agent'), sessions: [], actions: [], approvals: [], captures: [], policies: [] };
  made.policies.push(...(await world.setPolicies(0)));
  const answers: unknown[] = [];
  for (const step of [{ do: 'open', test: false } as const, ...program]) {
    const answer = await take(world, made, step);
    answers.push(answer && [step.do, answer.status, ...plain(answer, made)]);
  }
  await world.setPaused(made.agentId, false);
  return answers;
}

async function take(world: World, made: Made, step: Step): Promise<Answer | null> {
  const at = <T>(list: readonly T[], drawn: number): T | undefined => list[drawn % Math.max(1, list.length)];
  switch (step.do) {
    case 'open': {
      const origin = made.sessions.length % 2 ? { onBehalfOf: 'ada@example.com', labels: { tier: 'gold' } } : {};
      const answer = await world.agent(step.test, 'POST', '/sessions', {
        agentId: made.agentId,
        intent: 'work',
        ...origin,
      });
      if (answer.status === 201) made.sessions.push({ id: answer.body.data.id, test: step.test });
      return answer;
    }
    case 'ask':
    case 'report':
    case 'capture': {
      const session = at(made.sessions, step.session);
      if (!session) return null;
      const number = made.sessions.indexOf(session);
      const body = { apiName: at(CALLS, step.call), payload: { amount: step.amount } };
      if (step.do === 'capture') {
        const answer = await world.agent(session.test, 'POST', `/sessions/${session.id}/actions/precapture`, body);
        if (answer.status === 200)
          made.captures.push({
            id: answer.body.data.precaptureId,
            session: number,
            call: step.call,
            amount: step.amount,
          });
        return answer;
      }
      const capture = step.as % 3 === 0 ? at(made.captures, step.as) : undefined;
      const ask = ['CLEARED', undefined, 'PENDING_APPROVAL', undefined][step.as % 4];
      const status = step.do === 'report' ? at(['SUCCESS', 'FAILED'], step.as) : ask;
      const answer = await world.agent(session.test, 'POST', `/sessions/${session.id}/actions`, {
        ...body,
        operationType: at(['EXECUTE', 'UPDATE', 'READ'], step.as),
        ...(status && { status }),
        ...(step.do === 'report' && { response: step.as % 5 === 0 ? { refusal: { code: 'no' } } : { ok: true } }),
        ...(step.as % 7 === 0 && { mayDo: ['pay.out', 'crm.contacts.update'] }),
        ...(capture && { precaptureId: capture.id }),
      });
      const id = answer.body.data?.id ?? answer.body.error?.actionId;
      if (id) made.actions.push({ id, session: number, call: step.call, amount: step.amount });
      const approval = answer.body.data?.approval;
      if (approval) made.approvals.push({ id: approval.id, session: number, payload: body.payload });
      return answer;
    }
    case 'confirm': {
      const action = at(made.actions, step.action);
      const session = action && made.sessions[action.session];
      if (!session) return null;
      const response = step.status === 'SUCCESS' ? { ok: true } : { error: 'lost' };
      const body = { status: step.status, ...(step.told && { response }) };
      return world.agent(session.test, 'PATCH', `/sessions/${session.id}/actions/${action.id}`, body);
    }
    case 'begin': {
      const action = at(made.actions, step.action);
      const session = action && made.sessions[action.session];
      if (!session) return null;
      const body = { status: 'CLEARED', claim: CLAIMS[step.claim] };
      return world.agent(session.test, 'PATCH', `/sessions/${session.id}/actions/${action.id}`, body);
    }
    case 'read-action': {
      const action = at(made.actions, step.action);
      const session = action && made.sessions[action.session];
      return session ? world.agent(session.test, 'GET', `/sessions/${session.id}/actions/${action.id}`) : null;
    }
    case 'read':
    case 'complete': {
      const session = at(made.sessions, step.session);
      if (!session) return null;
      if (step.do === 'read') return world.agent(session.test, 'GET', `/sessions/${session.id}`);
      return world.agent(session.test, 'PATCH', `/sessions/${session.id}`, { status: 'COMPLETED' });
    }
    case 'policies':
      made.policies.push(...(await world.setPolicies(step.set)));
      return null;
    case 'pause':
    case 'resume':
      await world.setPaused(made.agentId, step.do === 'pause');
      return null;
    default: {
      const approval = at(made.approvals, step.approval);
      const session = approval && made.sessions[approval.session];
      if (!session) return null;
      const path = `/approvals/${approval.id}`;
      if (step.do === 'read-approval') return world.agent(session.test, 'GET', path);
      if (step.do === 'withdraw') return world.agent(session.test, 'POST', `${path}/withdraw`);
      const edited = step.do === 'approve' && step.edit !== null ? { payload: { amount: step.edit } } : {};
      return world.operator('POST', `${path}/${step.do}`, step.do === 'revoke' ? undefined : edited);
    }
  }
}

/** Members that the double cannot have as the service has them. */
const OTHERWISE = new Set([
  ...['createdAt', 'updatedAt', 'lastActivityAt', 'completedAt', 'decidedAt', 'capturedAt', 'timestamp', 'requestId'],
  ...['timeRemaining', 'expiresAt', 'usableUntil', 'begunAt', 'at', 'traceparent', 'type', 'url'],
  // The words of connectors, of the account, and what operators see besides.
  ...[
    'summary',
    'grant',
    'approvers',
    'context',
    'payloadShown',
    'decidedBy',
    'by',
    'id',
    'note',
    'content',
    'resource',
  ],
]);

/** The answer with numbers in place of ids, without times. */
function plain({ body }: Answer, made: Made): unknown[] {
  const numbers = new Map<string, string>();
  const name = (kind: string, ids: readonly { id: string }[]) => {
    for (const [at, { id }] of ids.entries()) numbers.set(id, `${kind} ${at}`);
  };
  name('session', made.sessions);
  name('action', made.actions);
  name('approval', made.approvals);
  name('capture', made.captures);
  name(
    'policy',
    made.policies.map((id) => ({ id })),
  );
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return numbers.get(value) ?? value.replace(made.agentId, 'the agent');
    if (Array.isArray(value)) return value.map(cleaned);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([member]) => !OTHERWISE.has(member));
    return Object.fromEntries(kept.map(([member, one]) => [member, cleaned(one)]));
  };
  const { data, error } = body ?? {};
  return [cleaned(data ?? null), cleaned(error ?? null), error?.type?.split('/').at(-1) ?? null];
}
