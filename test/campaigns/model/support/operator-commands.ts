import { serviceA, serviceB } from '../../../support/client.js';
import { errorOf } from '../../../support/ledger.js';
import { eventually } from '../../../support/patience.mjs';
import fc from '../../../support/properties.js';
import { type Kind, pick } from './command.js';
import { type Approving, approve, pause, reject, settle } from './decide.js';
import { AMOUNTS } from './policies.js';
import { hashOf, payloadOf } from './real.js';
import type { State } from './state.js';

const drawn = fc.nat(999);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const hasApprovals = ({ approvals }: State) => approvals.length > 0;

export const approveKind: Kind<{ number: number } & Approving> = {
  name: 'approve',
  args: fc.record({
    number: drawn,
    amount: sometimes(fc.constantFrom(...AMOUNTS)),
    shown: sometimes(fc.constantFrom(...AMOUNTS)),
    grant: sometimes(fc.record({ pattern: fc.constantFrom('gate.*', '*'), maxUses: fc.integer({ min: 1, max: 2 }) })),
  }),
  fits: hasApprovals,
  walk: async (state, real, { number, ...approving }) => {
    const index = pick(number, state.approvals.length);
    const { apiName = '' } = state.actions[state.approvals[index]?.action ?? -1] ?? {};
    const { amount, shown, grant } = approving;
    const expected = approve(state, index, approving);
    const answer = await real.operator.post(`/approvals/${real.approvals[index]}/approve`, {
      ...(amount !== undefined && { payload: payloadOf(apiName, amount) }),
      ...(shown !== undefined && { payloadHash: hashOf(shown) }),
      ...(grant && { grant: { apiNamePattern: grant.pattern, maxUses: grant.maxUses, minutes: 5 } }),
    });
    real.expect(answer, expected);
    if (expected.status !== 200) return expected;
    expect(answer.body.data).toMatchObject({ status: 'APPROVED', decidedBy: real.ground.organization.email });
    if (grant) real.grants.push(answer.body.data.grant.id);
    return expected;
  },
};

export const rejectKind: Kind<number> = {
  name: 'reject',
  args: drawn,
  fits: hasApprovals,
  walk: async (state, real, number) => {
    const index = pick(number, state.approvals.length);
    const expected = reject(state, index, 'no');
    const answer = await real.operator.post(`/approvals/${real.approvals[index]}/reject`, { reason: 'no' });
    real.expect(answer, expected);
    return expected;
  },
};

/** Lets an approval expire: it counts as rejected immediately, and a job writes that down. */
export const expireKind: Kind<number> = {
  name: 'expire',
  args: drawn,
  fits: ({ approvals }, number) => approvals[pick(number, approvals.length || 1)]?.status === 'PENDING',
  walk: async (state, real, number) => {
    const approval = state.approvals[pick(number, state.approvals.length)];
    const id = real.approvals[pick(number, state.approvals.length)];
    if (approval) settle(state, approval, 'REJECTED', 'expired');
    await real.age("UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1", id);
    expect(errorOf(await real.operator.post(`/approvals/${id}/approve`, {}))).toBe('already-decided');
    const look = async () => (await real.agent.get(`/approvals/${id}`)).body.data;
    expect(await look()).toMatchObject({ status: 'REJECTED', reason: 'expired', timeRemaining: 0 });
    const told = () => real.stored<{ status: string }>('SELECT status FROM approvals WHERE id = $1', id);
    expect(await eventually(told, (rows) => rows[0]?.status === 'REJECTED')).toEqual([{ status: 'REJECTED' }]);
    return { status: 200 };
  },
};

export const pauseKind: Kind<null> = {
  name: 'pause',
  args: fc.constant(null),
  walk: async (state, real) => {
    const expected = pause(state);
    real.expect(await real.turnAgent('PAUSED'), expected);
    return expected;
  },
};

export const resumeKind: Kind<null> = {
  name: 'resume',
  args: fc.constant(null),
  fits: ({ paused }) => paused,
  walk: async (state, real) => {
    state.paused = false;
    // The agent starts afresh: grants that were given meanwhile have ended too.
    for (const grant of state.grants) grant.revoked = true;
    real.expect(await real.turnAgent('ACTIVE'), { status: 200 });
    // A new permission may take a moment to arrive; a prohibition takes none.
    for (const service of [serviceA, serviceB]) {
      const look = () => real.probe(service);
      expect(await eventually(look, (code) => code !== 'agent-paused')).not.toBe('agent-paused');
    }
    return { status: 200 };
  },
};

export const revokeGrantKind: Kind<number> = {
  name: 'revoke grant',
  args: drawn,
  fits: ({ grants }) => grants.length > 0,
  walk: async (state, real, number) => {
    const index = pick(number, state.grants.length);
    const grant = state.grants[index];
    if (grant) grant.revoked = true;
    real.expect(await real.operator.delete(`/approvals/grants/${real.grants[index]}`), { status: 200 });
    return { status: 200 };
  },
};

export const abandonKind: Kind<null> = {
  name: 'abandon',
  args: fc.constant(null),
  fits: ({ status, purged }) => status === 'ACTIVE' && !purged,
  walk: async (state, real) => {
    state.status = 'ABANDONED';
    await real.age("UPDATE sessions SET status = 'ABANDONED' WHERE id = $1", real.session);
    return { status: 200 };
  },
};
