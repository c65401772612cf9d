import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Backstop, type Session, type WrapOptions, wrap } from '../../../sdk/src/index.js';
import { governedCrm } from '../../../sdk/test/support/crm.js';
import { newOrganization, type Organization } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { freePort } from '../../support/free-port.mjs';
import { newPool } from '../../support/pool.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

interface Logged {
  readonly payload: { readonly id: number };
}

let port: number;
let service: ServiceProcess;
let up = false;
let outbox: string;
let organization: Organization;
let backstop: Backstop;
let session: Session;
beforeAll(async () => {
  port = await freePort();
});
beforeEach(async () => {
  if (!up) await comeBack();
  outbox = mkdtempSync(join(tmpdir(), 'backstop-outbox-'));
  organization = await newOrganization(service);
  backstop = new Backstop({ baseUrl: service.url, apiKey: organization.agent.credential ?? '', outbox });
  session = await backstop.createSession({ agentId: 'crm-bot', intent: 'look after contacts' });
});
afterEach(() => rmSync(outbox, { recursive: true, force: true }));
afterAll(() => service.stop());

const goDown = () => {
  up = false;
  return service.kill('SIGKILL');
};
const comeBack = async (more: Record<string, string> = {}) => {
  service = await startService({ PORT: String(port), ...more });
  up = true;
};
const actions = async () => (await organization.operator.get(`/sessions/${session.id}`)).body.data.actions;
const crm = (options: Omit<WrapOptions, 'connector'> = {}) => governedCrm(session, options);
const policy = (action: string) =>
  organization.operator.post('/policies', { apiNamePattern: 'crm.*', action, reason: `${action} by rule` });

describe('while the service cannot be reached', () => {
  it('a call does not run', async () => {
    const { call, ran } = crm();
    await goDown();
    await expect(call('update', { id: 1 })).rejects.toMatchObject({
      name: 'BackstopUnavailableError',
      code: 'unavailable',
      status: 0,
      requestId: null,
      answered: false,
      message: expect.stringContaining('Nothing that needed its permission has run.'),
    });
    expect(ran).toEqual([]);
    await comeBack();
    expect(await actions()).toEqual([]);
  });

  it('a session is opened in no case', async () => {
    await goDown();
    const opening = backstop.createSession({ agentId: 'crm-bot', intent: 'more' });
    await expect(opening).rejects.toMatchObject({ name: 'BackstopUnavailableError', answered: false });
  });

  it('a call that is allowed to runs, and is recorded as ungated afterwards, in its order', async () => {
    const { call, ran } = crm({ onUnavailable: 'allow' });
    await call('update', { id: 1 });
    await goDown();
    await call('update', { id: 2 });
    await expect(call('update', { id: 3 }, new Error('no such contact'))).rejects.toThrow('no such contact');
    await comeBack();
    // For a second after it found the service away, the client does not ask; any answer ends that.
    await backstop.createSession({ agentId: 'crm-bot', intent: 'something else' });
    await call('update', { id: 4 });
    await backstop.flush();
    expect(ran).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
    const found = await actions();
    const byId = found.sort((a: Logged, b: Logged) => a.payload.id - b.payload.id);
    expect(byId).toMatchObject([
      { status: 'SUCCESS', violation: null, effectSequence: 1 },
      { status: 'SUCCESS', violation: 'ungated', effectSequence: 2, response: { ok: true }, operationType: 'UPDATE' },
      { status: 'FAILED', violation: 'ungated', response: { error: { message: 'no such contact' } } },
      { status: 'SUCCESS', violation: null, effectSequence: 3 },
    ]);
    expect((await organization.operator.get(`/sessions/${session.id}/dirty`)).body.data.reasons).toMatchObject([
      { reason: 'violation', actions: 2 },
    ]);
  });

  it.each([
    ['BLOCK', 'blocked'],
    ['REQUIRE_APPROVAL', 'unapproved'],
  ])('a call that a policy of %s would have held is recorded as %s', async (action, violation) => {
    await policy(action);
    const { call } = crm({ onUnavailable: 'allow' });
    await goDown();
    await call('delete', { id: 1 });
    await comeBack();
    await backstop.flush();
    expect(await actions()).toMatchObject([{ status: 'SUCCESS', violation }]);
  });

  it('a call for which the options require approval does not run even then', async () => {
    const { call, ran } = crm({ onUnavailable: 'allow', requiresApproval: ['contacts.delete'] });
    await goDown();
    await expect(call('delete', { id: 1 })).rejects.toMatchObject({ name: 'BackstopUnavailableError' });
    await call('update', { id: 1 });
    expect(ran).toEqual([{ id: 1 }]);
  });

  it('a call with a capture runs likewise, and cannot be undone', async () => {
    const database = await newCustomerDatabase();
    const pool = wrap(newPool({ connectionString: database.url }), session, {
      connector: 'postgres',
      onUnavailable: 'allow',
    });
    const strict = wrap(newPool({ connectionString: database.url }), session, { connector: 'postgres' });
    try {
      await database.pool.query(
        'CREATE TABLE customers (id int PRIMARY KEY, credit int); INSERT INTO customers VALUES (1, 10)',
      );
      await goDown();
      const update = 'UPDATE customers SET credit = credit + 1 WHERE id = 1';
      await expect(strict.query(update)).rejects.toMatchObject({ name: 'BackstopUnavailableError' });
      await pool.query(update);
      expect((await database.pool.query('SELECT credit FROM customers')).rows).toEqual([{ credit: 11 }]);
      await comeBack();
      await backstop.flush();
      expect(await actions()).toMatchObject([{ status: 'SUCCESS', violation: 'ungated', snapshot: null }]);
    } finally {
      await Promise.all([pool.end(), strict.end()]);
      await database.drop();
    }
  });
});

describe('an answer of the service is obeyed, whatever is allowed while it is away:', () => {
  it('403 and 409', async () => {
    const { call, ran } = crm({ onUnavailable: 'allow' });
    await policy('BLOCK');
    await expect(call('update', { id: 1 })).rejects.toMatchObject({ name: 'PolicyBlockedError', status: 403 });
    await session.complete();
    await expect(call('update', { id: 1 })).rejects.toMatchObject({ name: 'SessionClosedError', status: 409 });
    expect(ran).toEqual([]);
  });

  it('429', async () => {
    await goDown();
    await comeBack({ QUOTA_TEAM: '1' });
    const { call, ran } = crm({ onUnavailable: 'allow' });
    await call('update', { id: 1 });
    await expect(call('update', { id: 2 })).rejects.toMatchObject({ name: 'QuotaExceededError', status: 429 });
    expect(ran).toEqual([{ id: 1 }]);
    await goDown();
  });
});
