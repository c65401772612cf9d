import { Backstop, wrap } from '@backstop/sdk';
import { auditedBy } from '../../support/audit.js';
import {
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { tablesNaming } from '../../support/everything.js';
import { call, errorOf, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming } from '../../support/performing.js';
import { newPool } from '../../support/pool.js';

afterAll(async () => {
  await dropDatabases();
  await rows.end();
});

const MARK = '[redacted: card-number]';
let next = 0;

/** A card number of its own for each test, so that it is found in no row of another one. */
function newCard(): string {
  next += 1;
  const body = `4${String(process.pid % 100_000).padStart(5, '0')}${String(Date.now() % 100_000).padStart(5, '0')}${String(next).padStart(4, '0')}`;
  const sum = [...body].reverse().reduce((all, one, index) => {
    const digit = Number(one) * (index % 2 === 0 ? 2 : 1);
    return all + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const redacting = async (operator: Caller, settings: object) => {
  const body = { kinds: [], rules: [], ...settings };
  expect((await operator.put('/settings/redaction', body)).status).toBe(200);
};
const SSN = { name: 'ssn', apiNamePattern: '*', path: '*.**.ssn' };

describe('GET and PUT /settings/redaction', () => {
  it('answer nothing until it is changed, hold for this organization alone, and are audited', async () => {
    const organization = await newOrganization();
    const { operator, id } = organization;
    const before = { kinds: [], rules: [] };
    const after = { kinds: ['card-number', 'email'], rules: [SSN] };
    expect((await operator.get('/settings/redaction')).body.data).toEqual(before);
    const { entries } = await auditedBy(organization, async () => {
      const changed = await operator.put('/settings/redaction', { kinds: ['email', 'card-number'], rules: [SSN] });
      expect([changed.status, changed.body.data]).toEqual([200, after]);
      expect((await operator.put('/settings/redaction', after)).status).toBe(200);
    });
    expect(entries.map(({ action, target, before, after }) => ({ action, target, before, after }))).toEqual([
      { action: 'redaction.changed', target: { type: 'organization', id }, before, after },
    ]);
    expect((await operator.at(serviceB).get('/settings/redaction')).body.data).toEqual(after);
    const others = await newOrganization();
    expect((await others.operator.get('/settings/redaction')).body.data).toEqual(before);
  });

  it('hold for the very next call at each process, also where calls were made before', async () => {
    const { operator, agent } = await newOrganization();
    const session = await newSession(agent);
    const stored = async (by: Caller) => {
      const payload = { ssn: '219-09-9999' };
      const asked = await by.post(`/sessions/${session}/actions`, call({ apiName: 'shop.pay', payload }));
      return (await by.get(`/sessions/${session}/actions/${asked.body.data.id}`)).body.data.payload.ssn;
    };
    const both = [agent, agent.at(serviceB)];
    for (const by of both) expect(await stored(by)).toBe('219-09-9999');
    await redacting(operator, { rules: [SSN] });
    for (const by of both.toReversed()) expect(await stored(by)).toBe('[redacted: ssn]');
    await redacting(operator, {});
    for (const by of both.toReversed()) expect(await stored(by)).toBe('219-09-9999');
  });

  it.each([
    {},
    { kinds: ['phone'], rules: [] },
    { kinds: ['key', 'key'], rules: [] },
    { kinds: [], rules: [{ ...SSN, path: 'ssn' }] },
    { kinds: [], rules: [{ ...SSN, apiNamePattern: 'a*' }] },
    { kinds: [], rules: [{ ...SSN, name: 'email' }] },
    { kinds: [], rules: Array.from({ length: 51 }, () => SSN) },
  ])('PUT returns 400 for %j', async (body) => {
    const { operator } = await newOrganization();
    expect((await operator.put('/settings/redaction', body)).status).toBe(400);
  });
});

describe('a call of an organization that redacts', () => {
  let organization: Organization;
  let session: string;
  let card: string;
  beforeEach(async () => {
    organization = await newOrganization();
    session = await newSession(organization.agent);
    card = newCard();
    await redacting(organization.operator, { kinds: ['card-number'], rules: [SSN] });
  });
  const ask = (more: object, key?: string) =>
    organization.agent.post(`/sessions/${session}/actions`, call({ apiName: 'shop.pay', ...more }), key);
  const read = async (id: string, by = organization.operator) =>
    (await by.get(`/sessions/${session}/actions/${id}`)).body.data;

  it('is stored without the value, says which rule replaced what where, and answers the ask as it was sent', async () => {
    const payload = { card: { number: card }, note: 'x', ssn: '078-05-1120' };
    const asked = (await ask({ payload })).body.data;
    const redacted = [
      { rule: 'card-number', in: 'payload', path: 'card.number', times: 1 },
      { rule: 'ssn', in: 'payload', path: 'ssn', times: 1 },
    ];
    expect(asked).toMatchObject({ status: 'CLEARED', payload, redacted });
    const stored = { card: { number: MARK }, note: 'x', ssn: '[redacted: ssn]' };
    for (const by of [organization.agent, organization.operator])
      expect(await read(asked.id, by)).toMatchObject({ payload: stored, redacted });
    const response = { charged: { card }, said: `the holder of ${payload.ssn} is fine` };
    const path = `/sessions/${session}/actions/${asked.id}`;
    expect((await organization.agent.patch(path, { status: 'SUCCESS', response })).status).toBe(200);
    expect(await read(asked.id)).toMatchObject({
      response: { charged: { card: MARK }, said: 'the holder of [redacted: ssn] is fine' },
      redacted: [
        ...redacted,
        { rule: 'card-number', in: 'response', path: 'charged.card', times: 1 },
        { rule: 'ssn', in: 'response', path: 'said', times: 1 },
      ],
    });
    expect(await tablesNaming([card, payload.ssn])).toEqual([]);
  });

  it.each<[string, (number: string) => object]>([
    ['split by blanks', (number) => ({ a: number.replace(/(.{4})/g, '$1 ') })],
    ['split by dashes', (number) => ({ a: number.replace(/(.{4})(?=.)/g, '$1-') })],
    ['in a JSON text', (number) => ({ a: JSON.stringify({ b: [JSON.stringify(number)] }) })],
    ['in a key', (number) => ({ [number]: 1 })],
    ['as a number', (number) => ({ a: Number(number) })],
    [
      'in other digits',
      (number) => ({ a: [...number].map((one) => String.fromCodePoint(0x660 + Number(one))).join('') }),
    ],
    ['in a long text', (number) => ({ a: `${'x'.repeat(20_000)} ${number}` })],
  ])('is stored without a card number that is %s', async (_, payloadOf) => {
    const payload = payloadOf(card);
    const texts = [card, card.slice(0, 8), JSON.stringify(payload).slice(-20)];
    // Without the rules, each of the forms is found: the search can see it.
    const free = await newOrganization();
    const other = await newSession(free.agent);
    const plain = (await free.agent.post(`/sessions/${other}/actions`, call({ apiName: 'shop.pay', payload }))).body
      .data;
    expect((await free.agent.get(`/sessions/${other}/actions/${plain.id}`)).body.data.payload).toEqual(payload);
    const { id } = (await ask({ payload })).body.data;
    const stored = JSON.stringify((await read(id)).payload);
    expect(stored).toContain(MARK);
    for (const text of texts) expect(stored).not.toContain(text);
  });

  it('is judged by its true value', async () => {
    const { operator } = organization;
    const condition = { field: 'payload.card', operator: 'eq', value: card };
    await operator.post('/policies', { apiNamePattern: 'shop.*', condition, action: 'BLOCK' });
    expect(errorOf(await ask({ payload: { card } }))).toBe('policy-blocked');
    expect((await ask({ payload: { card: newCard() } })).body.data.status).toBe('CLEARED');
    const { rows: found } = await rows.query('SELECT payload FROM actions WHERE session_id = $1 ORDER BY sequence', [
      session,
    ]);
    expect(found.map(({ payload }) => payload)).toEqual([{ card: MARK }, { card: MARK }]);
  });

  it('answers a repeated ask under its key as the first one', async () => {
    const key = unique('key');
    const first = (await ask({ payload: { card } }, key)).body.data;
    const again = await ask({ payload: { card } }, key);
    expect(again.body.data).toEqual(first);
    expect(errorOf(await ask({ payload: { card: newCard() } }, key))).toBe('idempotency-conflict');
  });

  it('waits for a person without the value in the card, the summary, the events and the audit', async () => {
    const { operator, agent } = organization;
    await operator.post('/settings/webhooks', {
      url: 'https://127.0.0.1:1/',
      events: ['approval.requested', 'approval.decided'],
    });
    const { id, approval } = (await ask({ payload: { card }, status: 'PENDING_APPROVAL' })).body.data;
    const shown = (await operator.get(`/approvals/${approval.id}`)).body.data;
    expect(shown).toMatchObject({
      payload: { card: MARK },
      payloadShown: { card: MARK },
      redacted: [{ rule: 'card-number', in: 'payload', path: 'card', times: 1 }],
    });
    for (const answer of [
      shown,
      (await operator.get('/approvals')).body,
      (await agent.get(`/approvals/${approval.id}`)).body,
    ])
      expect(JSON.stringify(answer)).not.toContain(card);
    for (const payload of [{ card: MARK }, { card: newCard() }, { a: newCard() }])
      expect(errorOf(await operator.post(`/approvals/${approval.id}/approve`, { payload }))).toBe('redacted-arguments');
    const { payloadHash } = shown;
    expect((await operator.post(`/approvals/${approval.id}/approve`, { payloadHash })).status).toBe(200);
    const done = await agent.patch(`/sessions/${session}/actions/${id}`, {
      status: 'SUCCESS',
      payloadHash,
      response: { ok: true },
    });
    expect(done.body.data).toMatchObject({ status: 'SUCCESS', violation: null });
    expect(await tablesNaming([card])).toEqual([]);
  });

  it('is not edited to hold a value that is replaced', async () => {
    const { operator } = organization;
    const { approval } = (await ask({ payload: { a: 1 }, status: 'PENDING_APPROVAL' })).body.data;
    const approve = (payload: object) => operator.post(`/approvals/${approval.id}/approve`, { payload });
    expect(errorOf(await approve({ a: card }))).toBe('redacted-arguments');
    expect((await approve({ a: 2 })).status).toBe(200);
  });

  it('is erased with what was sealed', async () => {
    const { id } = (await ask({ payload: { card }, status: 'SUCCESS', response: { card } })).body.data;
    expect((await organization.operator.post(`/sessions/${session}/actions/${id}/erase`)).body.data.redacted).toEqual(
      [],
    );
    const { rows: found } = await rows.query('SELECT redacted, sealed FROM actions WHERE id = $1', [id]);
    expect(found).toEqual([{ redacted: null, sealed: null }]);
  });

  it('forgets what an earlier answer held when another one is reported', async () => {
    const { id } = (await ask({ payload: { card }, status: 'CLEARED' })).body.data;
    const path = `/sessions/${session}/actions/${id}`;
    await organization.agent.patch(path, { status: 'UNKNOWN', response: { card } });
    expect((await read(id)).redacted).toHaveLength(2);
    await organization.agent.patch(path, { status: 'SUCCESS', response: { ok: true } });
    expect((await read(id)).redacted).toEqual([{ rule: 'card-number', in: 'payload', path: 'card', times: 1 }]);
    const { rows: found } = await rows.query("SELECT sealed -> 'response' AS response FROM actions WHERE id = $1", [
      id,
    ]);
    expect(found).toEqual([{ response: null }]);
  });
});

describe('a call on a database of an organization that redacts', () => {
  const CARDS = { kinds: ['card-number'], rules: [SSN] };
  const update = (values: object, match: object = { id: 1 }) => ({ table: 'customers', match, values });

  async function newShop() {
    const world = await newPerforming();
    await world.database.pool.query('ALTER TABLE customers ADD card text, ADD ssn text');
    const [before, after, ssn] = [newCard(), newCard(), `078-${newCard().slice(-8)}`];
    const held = `${before.slice(0, 4)} ${before.slice(4)}\u00a0`;
    await world.database.pool.query('UPDATE customers SET card = $1, ssn = $2 WHERE id = 1', [held, ssn]);
    await redacting(world.operator, CARDS);
    const row = async () => (await world.database.pool.query('SELECT card, ssn FROM customers WHERE id = 1')).rows[0];
    return { ...world, before, after, ssn, held, row };
  }
  const nothingOf = async (values: readonly string[], ...shown: unknown[]) => {
    for (const value of values) for (const one of shown) expect(JSON.stringify(one)).not.toContain(value);
    expect(await tablesNaming(values)).toEqual([]);
  };

  it('that the service makes and undoes restores the true value byte for byte, and shows it nowhere', async () => {
    const { operator, session, perform, row, before, after, ssn, held } = await newShop();
    const performed = await perform('postgres.rows.update', update({ card: after, ssn: 'none at all' }));
    expect(performed.body.data).toMatchObject({ status: 'SUCCESS', payload: { values: { card: MARK } } });
    expect(await row()).toEqual({ card: after, ssn: 'none at all' });
    const action = (await operator.get(`/sessions/${session}/actions/${performed.body.data.id}`)).body.data;
    expect(action.redacted.map(({ in: part }: { in: string }) => part)).toEqual(
      expect.arrayContaining(['payload', 'snapshot']),
    );
    const plan = (await operator.get(`/sessions/${session}/rollback`)).body.data;
    const values = [before, before.slice(4), after, ssn, 'none at all'];
    await nothingOf(values, performed.body, action, plan);
    const report = (await operator.post(`/sessions/${session}/rollback`)).body.data;
    expect(report.displayStatus).toBe('REVERTED');
    expect(await row()).toEqual({ card: held, ssn });
    await nothingOf(values, report);
    // The undo is taken back, and the true values that it replaced come again.
    const revert = await operator.post(`/sessions/${session}/rollback/${report.rollbackId}/revert`, {});
    expect(revert.body.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['REAPPLIED']);
    expect(await row()).toEqual({ card: after, ssn: 'none at all' });
    await nothingOf(values, revert.body);
  });

  it('is found in several tables where no rule names it, so that the search can fail', async () => {
    const { operator, session, perform, after, before } = await newShop();
    await redacting(operator, {});
    await perform('postgres.rows.update', update({ card: after }));
    await operator.post(`/sessions/${session}/rollback`);
    const naming = await tablesNaming([after, before.slice(4)]);
    for (const table of ['actions', 'rollback_steps', 'snapshots']) expect(naming).toContain(table);
  });

  it('that waits for a person shows the change without the values, and runs with the true ones', async () => {
    const { operator, perform, read, row, before, after, ssn } = await newShop();
    await operator.post('/policies', {
      apiNamePattern: 'postgres.rows.*',
      action: 'REQUIRE_APPROVAL',
      onChange: 'ask',
    });
    const asked = (await perform('postgres.rows.update', update({ card: after }))).body.data;
    const shown = (await operator.get(`/approvals/${asked.approval.id}`)).body.data;
    expect(shown.context.difference).toEqual([
      {
        field: expect.stringContaining('card'),
        before: expect.stringContaining(MARK),
        after: expect.stringContaining(MARK),
      },
    ]);
    expect(shown.context.difference[0].before).not.toBe(shown.context.difference[0].after);
    await nothingOf([before, after, ssn], shown);
    expect((await operator.post(`/approvals/${asked.approval.id}/approve`)).status).toBe(200);
    await eventually(
      async () => (await read(asked.id)).body.data,
      ({ performance }) => performance.state === 'done',
    );
    expect((await row()).card).toBe(after);
  });

  it('that another client changed is reported as a conflict without the values, and only that one is overwritten', async () => {
    const { operator, session, perform, row, database, after, held } = await newShop();
    await perform('postgres.rows.update', update({ card: after }));
    const [theirs, again] = [newCard(), newCard()];
    const change = (to: string) => database.pool.query('UPDATE customers SET card = $1 WHERE id = 1', [to]);
    const rollBack = async (body: object) => (await operator.post(`/sessions/${session}/rollback`, body)).body.data;
    await change(theirs);
    const first = await rollBack({});
    const [{ outcome, items }] = first.results;
    expect(outcome).toBe('CONFLICT');
    await nothingOf([theirs, after], first);
    const field = items[0].fields.find(({ field }: { field: string }) => field === 'card');
    expect(new Set([field.before, field.after, field.now]).size).toBe(3);
    await change(again);
    const force = [first.results[0].actionId];
    expect((await rollBack({ force, planHash: first.hash })).results[0].outcome).toBe('CONFLICT');
    expect((await row()).card).toBe(again);
    const { hash } = (await operator.get(`/sessions/${session}/rollback`)).body.data;
    expect((await rollBack({ force, planHash: hash })).displayStatus).toBe('REVERTED');
    expect((await row()).card).toBe(held);
  });

  it('whose error names the value is stored without it', async () => {
    const { perform, database, ssn } = await newShop();
    await database.pool.query('ALTER TABLE customers ADD UNIQUE (ssn)');
    const answer = await perform('postgres.rows.update', update({ ssn }, { id: 2 }));
    expect(answer.body.data).toMatchObject({ status: 'FAILED', payload: { values: { ssn: '[redacted: ssn]' } } });
    expect(JSON.stringify(answer.body.data.response)).toContain('duplicate key');
    await nothingOf([ssn], answer.body);
  });

  it('that a wrapped client makes runs with its own arguments, after an approval too, and is undone', async () => {
    const { operator, agent, database, row, before, after, ssn, held } = await newShop();
    await operator.post('/policies', { apiNamePattern: 'postgres.*', action: 'REQUIRE_APPROVAL' });
    const backstop = new Backstop({ baseUrl: serviceA.url, apiKey: agent.credential ?? '' });
    const session = await backstop.createSession({ agentId: unique('agent'), intent: 'change cards' });
    const pool = wrap(newPool({ connectionString: database.url, max: 1 }), session, {
      connector: 'postgres',
      pollIntervalMs: 1_000,
    });
    const query = pool.query('UPDATE customers SET card = $1 WHERE id = 1', [after]);
    const [waiting = { id: '' }] = await eventually(
      async () => (await operator.get('/approvals')).body.data,
      (found: { id: string }[]) => found.length === 1,
    );
    expect((await operator.post(`/approvals/${waiting.id}/approve`)).status).toBe(200);
    await query;
    await session.flush();
    await pool.end();
    expect((await row()).card).toBe(after);
    const [action] = (await operator.get(`/sessions/${session.id}`)).body.data.actions;
    expect(action).toMatchObject({ status: 'SUCCESS', violation: null });
    await nothingOf([before, after, ssn], action, waiting);
    expect((await operator.post(`/sessions/${session.id}/rollback`)).body.data.displayStatus).toBe('REVERTED');
    expect(await row()).toEqual({ card: held, ssn });
    await nothingOf([before, after, ssn]);
  });
});
