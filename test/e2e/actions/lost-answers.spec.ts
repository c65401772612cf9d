import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { expectConsistent, logged, rows } from '../../support/ledger.js';

let organization: Organization;
let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
let session: string;
let customer = 0;
beforeAll(async () => {
  [organization, database] = await Promise.all([newOrganization(), newCustomerDatabase()]);
  await database.pool.query('CREATE TABLE customers (id int PRIMARY KEY, credit int NOT NULL)');
  const values = { connectionString: database.url };
  await organization.operator.put('/settings/credentials/postgres', { values });
});
afterAll(() => Promise.all([database.drop(), rows.end()]));
beforeEach(async () => {
  session = await newSession(organization.agent);
  customer++;
  await database.pool.query('INSERT INTO customers VALUES ($1, 10)', [customer]);
});

const REFUSED = { refusal: { status: 403, code: 'forbidden' } };
const MAIL = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: { to: 'a@example.com' } };

const confirm = (id: string, status: string, response?: object) =>
  organization.agent.patch(`/sessions/${session}/actions/${id}`, { status, ...(response && { response }) });

/** Returns the reasons why the session is dirty. */
const dirt = async () =>
  (await organization.operator.get(`/sessions/${session}/dirty`)).body.data.reasons.map(
    ({ reason }: { reason: string }) => reason,
  );

/** Rolls back; returns the report, and the stored state of the session and of its last action afterwards. */
async function rolledBack(force: readonly string[] = []) {
  const order = force.length > 0 ? { force } : undefined;
  const report = (await organization.operator.post(`/sessions/${session}/rollback`, order)).body.data;
  const { displayStatus, allowedCommands, actions } = (await organization.agent.get(`/sessions/${session}`)).body.data;
  const isDirty = (await dirt()).length > 0;
  await expectConsistent(session);
  return {
    outcome: report.results.at(0)?.outcome,
    displayStatus,
    isRollable: allowedCommands.rollbackSession,
    status: actions.at(-1).status,
    isDirty,
  };
}

const settled = (status: string) => ({ status, displayStatus: 'REVERTED', isRollable: false, isDirty: false });
const OPEN = {
  outcome: 'UNKNOWN',
  status: 'UNKNOWN',
  displayStatus: 'PARTIALLY_REVERTED',
  isRollable: true,
  isDirty: true,
};

/** An update of a customer's row that is asked for with a snapshot. */
async function update(id = customer): Promise<string> {
  const payload = { table: 'customers', match: { id }, values: { credit: 1 }, rowCount: 1 };
  const call = { apiName: 'postgres.rows.update', payload };
  const { precaptureId } = (await organization.agent.post(`/sessions/${session}/actions/precapture`, call)).body.data;
  return logged(organization.agent, session, { ...call, operationType: 'UPDATE', precaptureId });
}

const setCredit = (credit: number, id = customer) =>
  database.pool.query('UPDATE customers SET credit = $2 WHERE id = $1', [id, credit]);
const credit = async (id = customer) =>
  (await database.pool.query('SELECT credit FROM customers WHERE id = $1', [id])).rows[0].credit;

/** Something to undo, so that a session can be rolled back: the credit of another customer. */
async function somethingDone(): Promise<void> {
  await database.pool.query('INSERT INTO customers VALUES ($1, 10)', [-customer]);
  const id = await update(-customer);
  await setCredit(1, -customer);
  await confirm(id, 'SUCCESS');
}

describe('a call whose answer was lost', () => {
  it('is UNKNOWN before any rollback, and its session is dirty and rollable', async () => {
    const id = await logged(organization.agent, session, MAIL);
    expect((await confirm(id, 'UNKNOWN', { error: { message: 'socket hang up' } })).body.data.status).toBe('UNKNOWN');
    const { body } = await organization.agent.get(`/sessions/${session}`);
    expect(body.data.allowedCommands).toEqual({ rollbackSession: true });
    expect(await dirt()).toEqual(['unknown-outcome']);
    expect((await confirm(id, 'SUCCESS')).body.data.status).toBe('SUCCESS');
    await expectConsistent(session);
  });

  it('leaves its session open after a rollback when the provider cannot answer', async () => {
    await confirm(await logged(organization.agent, session, MAIL), 'UNKNOWN');
    expect(await rolledBack()).toEqual(OPEN);
  });

  it('stays UNKNOWN when the row reads as it would have left it, until an operator forces it', async () => {
    const id = await update();
    await confirm(id, 'UNKNOWN');
    await setCredit(1);
    expect(await rolledBack()).toEqual(OPEN);
    expect(await credit()).toBe(1);
    expect(await rolledBack([id])).toEqual({ outcome: 'ROLLED_BACK', ...settled('ROLLED_BACK') });
    expect(await credit()).toBe(10);
  });

  it('stays UNKNOWN though it is forced, when another client has changed the row since', async () => {
    const id = await update();
    await confirm(id, 'UNKNOWN');
    await setCredit(77);
    expect(await rolledBack([id])).toEqual(OPEN);
    expect(await credit()).toBe(77);
  });

  it('is FAILED when a read shows that it did not take effect', async () => {
    await confirm(await update(), 'UNKNOWN');
    expect(await rolledBack()).toEqual({ outcome: 'SKIPPED', ...settled('FAILED') });
  });
});

describe('a call that is the only one of its session and was never confirmed', () => {
  it('is rolled back by force alone when the row reads as it would have left it', async () => {
    const id = await update();
    await setCredit(1);
    expect(await rolledBack()).toEqual(OPEN);
    expect(await rolledBack([id])).toEqual({ outcome: 'ROLLED_BACK', ...settled('ROLLED_BACK') });
    expect(await credit()).toBe(10);
  });

  it('keeps its session from being REVERTED after a rollback of another call alone', async () => {
    await somethingDone();
    await logged(organization.agent, session, MAIL);
    const [done] = (await organization.agent.get(`/sessions/${session}`)).body.data.actions;
    const one = await organization.operator.post(`/sessions/${session}/actions/${done.id}/rollback`);
    expect(one.body.data).toMatchObject({ displayStatus: 'PARTIALLY_REVERTED', results: [{ outcome: 'ROLLED_BACK' }] });
    expect(await rolledBack()).toEqual(OPEN);
  });
});

describe('a call that is reported as failed', () => {
  it('is UNKNOWN without a refusal of the provider when the provider cannot show its effect', async () => {
    await somethingDone();
    await confirm(await logged(organization.agent, session, MAIL), 'FAILED', { error: { message: 'Bad Gateway' } });
    expect(await rolledBack()).toEqual(OPEN);
    expect(await credit(-customer)).toBe(10);
  });

  it('is FAILED with a refusal of the provider when the resource does not show its effect', async () => {
    await somethingDone();
    await confirm(await logged(organization.agent, session, MAIL), 'FAILED', REFUSED);
    expect(await rolledBack()).toEqual({ outcome: 'SKIPPED', ...settled('FAILED') });
    expect(await credit(-customer)).toBe(10);
  });

  it('stays with a refusal of the provider when another client made the same change by hand', async () => {
    await somethingDone();
    await confirm(await update(), 'FAILED', REFUSED);
    await setCredit(1);
    expect(await rolledBack()).toEqual(OPEN);
    expect(await credit()).toBe(1);
    expect(await rolledBack()).toEqual(OPEN);
    expect(await credit()).toBe(1);
  });
});
