import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { auditedBy, auditOf, requestOf } from '../../support/audit.js';
import { type Answer, newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { errorOf, gated, logged, rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

const ANY_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const operator = () => ({ kind: 'USER', id: ANY_ID, label: organization.email });
const data = async (answer: Promise<Answer>) => (await answer).body.data;
const secret = { values: { connectionString: 'postgres://missing:nothing@127.0.0.1:1/none' } };
const policy = {
  apiNamePattern: 'mail.*',
  action: 'BLOCK',
  condition: { field: 'amount', operator: 'gt', value: 1e21 },
};

describe('GET /audit-logs', () => {
  it('shows the actor, the values before and after, the time and the request of each change', async () => {
    const { value, entries } = await auditedBy(organization, () =>
      organization.operator.post('/api-keys', { name: 'mine', kind: 'live' }),
    );
    const { key, ...after } = value.body.data;
    expect(entries).toEqual([
      {
        id: ANY_ID,
        sequence: expect.any(Number),
        actor: operator(),
        action: 'api-key.created',
        target: { type: 'api-key', id: after.id },
        before: null,
        after,
        requestId: requestOf(value),
        createdAt: TIME,
        hash: HASH,
        previousHash: HASH,
      },
    ]);
  });

  it('shows the hashed members, so that a client can compute the hashes from the answer', async () => {
    await organization.operator.post('/policies', policy);
    const entries = await data(organization.operator.get('/audit-logs'));
    expect(entries.length).toBeGreaterThanOrEqual(3);
    for (const { hash: shown, ...content } of entries) expect(hash('sha256', canonicalize(content) ?? '')).toBe(shown);
  });

  it('finds entries by words and by time, in pages, and says how far it has looked', async () => {
    const { operator } = organization;
    const made: string[] = [];
    for (const slug of ['refund-agent', 'mail-agent']) {
      await operator.post('/agents', { slug });
      made.push((await data(operator.get('/audit-logs?limit=1')))[0].id);
    }
    const found = async (query: string): Promise<string[]> =>
      (await data(operator.get(`/audit-logs?${query}`))).map(({ id }: { id: string }) => id);
    expect(await found('text=REFUND')).toEqual([made[0]]);
    expect(await found(`text=${encodeURIComponent('agent.registered mail-agent')}`)).toEqual([made[1]]);
    expect(await found(`text=${encodeURIComponent('agent.registered nothing')}`)).toEqual([]);
    expect(await found(`text=${encodeURIComponent('%')}`)).toEqual([]);
    expect(await found(`text=${encodeURIComponent(organization.email)}&limit=200`)).toEqual(
      expect.arrayContaining(made),
    );
    const page = await operator.get('/audit-logs?text=agent.registered&limit=1');
    expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual([made[1]]);
    expect(page.headers.get('searched-to')).toBe(page.body.data[0].createdAt);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await data(operator.get(next))).map(({ id }: { id: string }) => id)).toEqual([made[0]]);
    const [, older] = await data(operator.get('/audit-logs?text=agent.registered'));
    const at = encodeURIComponent(older.createdAt);
    expect(await found(`since=${at}`)).toEqual(expect.arrayContaining(made));
    expect(await found(`until=${at}&text=agent.registered`)).toEqual([]);
    expect(await found('since=2000-01-01T00:00:00Z&until=2000-01-02T00:00:00Z')).toEqual([]);
    expect((await operator.get('/audit-logs')).headers.get('searched-to')).toBeNull();
    expect(errorOf(await operator.get('/audit-logs?since=yesterday'))).toBe('validation-failed');
    const stranger = await newOrganization();
    expect(await data(stranger.operator.get('/audit-logs?text=refund-agent'))).toEqual([]);
  });

  it('is newest first, in pages, numbered without gaps', async () => {
    for (let count = 0; count < 5; count++) await organization.operator.post('/agents', { slug: unique('agent') });
    const all = await data(organization.operator.get('/audit-logs?limit=200'));
    const first = await organization.operator.get('/audit-logs?limit=3');
    const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await organization.operator.get(link);
    expect([...first.body.data, ...second.body.data]).toEqual(all.slice(0, 6));
    expect(all.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      all.map((_: unknown, n: number) => all.length - n),
    );
  });

  it('takes no filters, and is for operators of TEAM', async () => {
    expect(errorOf(await organization.operator.get('/audit-logs?action=api-key.created'))).toBe('validation-failed');
    expect(errorOf(await organization.agent.get('/audit-logs'))).toBe('operator-required');
    await setPlan(organization.id, 'PRO');
    const seen = await eventually(
      () => organization.operator.get('/audit-logs'),
      ({ status }) => status === 403,
    );
    expect(errorOf(seen)).toBe('plan-required');
  });

  it('does not show what happened in another organization', async () => {
    const other = await newOrganization();
    const slug = unique('theirs');
    await other.operator.post('/agents', { slug });
    const mine = await auditOf(organization);
    expect(JSON.stringify(await auditOf(other))).toContain(slug);
    expect(JSON.stringify(mine)).not.toContain(slug);
    const [theirs] = await data(other.operator.get('/audit-logs'));
    const page = await data(organization.operator.get(`/audit-logs?cursor=${theirs.id}`));
    for (const { id } of page) expect(mine.map((entry) => entry.id)).toContain(id);
  });
});

describe('each change writes one audit entry:', () => {
  interface Kind {
    /** Prepares what the change needs; returns the id of the resource. */
    readonly first?: () => Promise<string>;
    readonly change: (id: string) => Promise<Answer>;
    readonly type: string;
    readonly before?: object;
    readonly after?: object;
  }
  const made = (path: string, body: object) => async () => (await data(organization.operator.post(path, body))).id;
  const agent = made('/agents', { slug: 'biller', description: 'Sends bills' });
  const credential = async () => {
    await organization.operator.put('/settings/credentials/postgres', secret);
    return '';
  };
  const byPath =
    (path: string, method: 'put' | 'patch' | 'delete', body: object = {}) =>
    (id: string) =>
      method === 'delete'
        ? organization.operator.delete(`${path}${id}`)
        : organization.operator[method](path.replace(':id', id), body);
  const stored = { connector: 'postgres', fields: ['connectionString'] };

  const KINDS: Record<string, Kind> = {
    'api-key.created': {
      change: () => organization.operator.post('/api-keys', { name: 'a', kind: 'test' }),
      type: 'api-key',
      after: { name: 'a', kind: 'test', status: 'ACTIVE', revokedAt: null },
    },
    'api-key.revoked': {
      first: made('/api-keys', { name: 'a', kind: 'live' }),
      change: byPath('/api-keys/', 'delete'),
      type: 'api-key',
      before: { status: 'ACTIVE', revokedAt: null },
      after: { status: 'REVOKED', revokedAt: TIME },
    },
    'policy.created': { change: () => organization.operator.post('/policies', policy), type: 'policy', after: policy },
    'policy.changed': {
      first: made('/policies', policy),
      change: byPath('/policies/:id', 'put', { action: 'ALLOW' }),
      type: 'policy',
      before: policy,
      after: { ...policy, action: 'ALLOW' },
    },
    'policy.toggled': {
      first: made('/policies', policy),
      change: byPath('/policies/:id/toggle', 'patch'),
      type: 'policy',
      before: { enabled: true },
      after: { enabled: false },
    },
    'policy.deleted': {
      first: made('/policies', policy),
      change: byPath('/policies/', 'delete'),
      type: 'policy',
      before: policy,
    },
    'credential.stored': {
      change: () => organization.operator.put('/settings/credentials/postgres', secret),
      type: 'credential',
      after: stored,
    },
    'credential.replaced': {
      first: credential,
      change: () => organization.operator.put('/settings/credentials/postgres', secret),
      type: 'credential',
      before: stored,
      after: stored,
    },
    'credential.removed': {
      first: credential,
      change: byPath('/settings/credentials/postgres', 'delete'),
      type: 'credential',
      before: stored,
    },
    'agent.registered': {
      change: () => organization.operator.post('/agents', { slug: 'biller' }),
      type: 'agent',
      after: { slug: 'biller', registered: true },
    },
    'agent.changed': {
      first: agent,
      change: byPath('/agents/:id', 'put', { description: 'Rests' }),
      type: 'agent',
      before: { description: 'Sends bills' },
      after: { description: 'Rests' },
    },
    'agent.paused': {
      first: agent,
      change: byPath('/agents/:id', 'put', { status: 'PAUSED', description: 'Rests' }),
      type: 'agent',
      before: { status: 'ACTIVE', description: 'Sends bills' },
      after: { status: 'PAUSED', description: 'Rests' },
    },
    'agent.resumed': {
      first: async () => {
        const id = await agent();
        await organization.operator.put(`/agents/${id}`, { status: 'PAUSED' });
        return id;
      },
      change: byPath('/agents/:id', 'put', { status: 'ACTIVE' }),
      type: 'agent',
      before: { status: 'PAUSED' },
      after: { status: 'ACTIVE' },
    },
    'agent.deleted': { first: agent, change: byPath('/agents/', 'delete'), type: 'agent', before: { slug: 'biller' } },
  };

  it.each(Object.entries(KINDS))('%s', async (action, { first, change, type, before, after }) => {
    const id = (await first?.()) ?? '';
    const { value, entries } = await auditedBy(organization, () => change(id));
    expect(value.status).toBeLessThan(300);
    const shown = value.body.data;
    expect(entries).toEqual([
      expect.objectContaining({
        actor: operator(),
        action,
        target: { type, id: id || (shown.id ?? ANY_ID) },
        before: before ? expect.objectContaining(before) : null,
        after: after ? expect.objectContaining(after) : null,
        requestId: requestOf(value),
      }),
    ]);
    if (after && type !== 'api-key') expect(entries[0]?.after).toEqual(shown);
  });

  it('registering an agent that was only seen so far is audited with its former state', async () => {
    await newSession(organization.agent, 'seen');
    const { value, entries } = await auditedBy(organization, () =>
      organization.operator.post('/agents', { slug: 'seen', displayName: 'The seen one' }),
    );
    const before = { ...value.body.data, registered: false, displayName: 'seen' };
    expect(entries).toEqual([expect.objectContaining({ action: 'agent.registered', before, after: value.body.data })]);
  });
});

describe('no audit entry is written', () => {
  const nothing = async (work: () => Promise<Answer>, status: number) => {
    const { value, entries } = await auditedBy(organization, work);
    expect([value.status, entries]).toEqual([status, []]);
    return value;
  };

  it('when the change has no effect', async () => {
    const { operator: by } = organization;
    const key = (await data(by.post('/api-keys', { name: 'a', kind: 'live' }))).id;
    await by.delete(`/api-keys/${key}`);
    await nothing(() => by.delete(`/api-keys/${key}`), 200);
    const rule = await data(by.post('/policies', policy));
    const same = await nothing(() => by.put(`/policies/${rule.id}`, { ...policy, enabled: true }), 200);
    expect(same.body.data).toEqual(rule);
    const agent = await data(by.post('/agents', { slug: 'biller' }));
    await nothing(() => by.put(`/agents/${agent.id}`, { status: 'ACTIVE', displayName: 'biller' }), 200);
    await nothing(() => by.put(`/agents/${agent.id}`, {}), 200);
  });

  it('when the change is refused', async () => {
    const { operator: by, agent } = organization;
    const missing = '01890a5d-ac96-774b-bcce-b302099a8057';
    await by.post('/agents', { slug: 'biller' });
    await nothing(() => by.post('/agents', { slug: 'biller' }), 409);
    await nothing(() => agent.post('/agents', { slug: 'other' }), 403);
    await nothing(() => by.post('/policies', { ...policy, apiNamePattern: '' }), 400);
    for (const path of [`/policies/${missing}`, `/agents/${missing}`, `/api-keys/${missing}`])
      await nothing(() => by.delete(path), 404);
    await nothing(() => by.delete('/settings/credentials/postgres'), 404);
    await nothing(() => by.put('/settings/credentials/postgres', { values: {} }), 400);
    await nothing(() => by.post(`/approvals/${missing}/approve`), 404);
    await nothing(() => by.post(`/sessions/${missing}/rollback`), 404);
    const session = await newSession(agent);
    await nothing(() => by.post(`/sessions/${session}/rollback`), 409);
  });

  it('when a request is repeated under its Idempotency-Key', async () => {
    const { operator: by } = organization;
    const session = await newSession(organization.agent);
    const { approvalId } = await gated(organization.agent, session);
    await logged(organization.agent, session, { status: 'SUCCESS' });
    for (const [path, body] of [
      ['/policies', policy],
      ['/agents', { slug: 'biller' }],
      [`/approvals/${approvalId}/approve`, {}],
      [`/sessions/${session}/rollback`, {}],
    ] as const) {
      const first = await by.post(path, body, 'a-key');
      expect(first.status).toBeLessThan(300);
      const again = await nothing(() => by.post(path, body, 'a-key'), first.status);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
  });

  it('by opening sessions, asking, reporting and confirming: that is the ledger', async () => {
    const { entries } = await auditedBy(organization, async () => {
      const session = await newSession(organization.agent);
      const asked = await logged(organization.agent, session);
      await organization.agent.patch(`/sessions/${session}/actions/${asked}`, { status: 'SUCCESS' });
      await gated(organization.agent, session);
      await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    });
    expect(entries).toEqual([]);
  });
});
