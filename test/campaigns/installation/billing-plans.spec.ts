import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { STORIES } from '../../e2e/billing/support/billing-stories.js';
import { BILLING, Customer, deliver, now, type StripeEvent } from '../../support/billing.js';
import { isFull } from '../../support/campaign-size.js';
import { unique } from '../../support/client.js';
import { rows, tally } from '../../support/ledger.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

let services: ServiceProcess[];
beforeAll(async () => {
  services = await Promise.all([startService(BILLING), startService(BILLING)]);
});
afterAll(() => Promise.all([rows.end(), ...services.map((service) => service.stop())]));

const at = (index: number): ServiceProcess => {
  const service = services[index % 2];
  if (!service) throw new Error('there are two processes');
  return service;
};
const tell = (...events: StripeEvent[]) => Promise.all(events.map((event, index) => deliver(at(index), event)));
const expectTaken = async (...events: StripeEvent[]) =>
  expect(tally(await tell(...events))).toEqual({ 200: events.length });
const inTurn = async (...events: StripeEvent[]) => {
  for (const [index, event] of events.entries()) {
    const { status, body } = await deliver(at(index), event);
    expect([status, body]).toEqual([200, { received: true }]);
  }
};

/** Inserts rows, because no user has to log in. */
async function organizations(count: number, plan = 'FREE'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await rows.query("INSERT INTO organizations (id, name, plan) SELECT unnest($1::uuid[]), 'Billed', $2", [ids, plan]);
  return ids;
}
async function organizationOf(plan: string): Promise<string> {
  const [id] = await organizations(1, plan);
  return id ?? '';
}

const stateOf = async (id: string) =>
  (await rows.query('SELECT plan, epoch::int FROM organizations WHERE id = $1', [id])).rows[0];
const planOf = async (id: string): Promise<string> => (await stateOf(id)).plan;

const epochsOf = async (ids: readonly string[]) =>
  (await rows.query('SELECT id, epoch FROM organizations WHERE id = ANY ($1) ORDER BY id', [ids])).rows;

/** Returns the changes of the plan, as the audit log records them. */
const changesOf = async (id: string): Promise<string[]> =>
  (
    await rows.query(
      `SELECT before->>'plan' AS before, after->>'plan' AS after FROM audit_entries
       WHERE organization_id = $1 AND action = 'plan.changed' ORDER BY sequence`,
      [id],
    )
  ).rows.map(({ before, after }) => `${before} ${after}`);

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, index) =>
        permutations(all.filter((_, other) => other !== index)).map((rest) => [one, ...rest]),
      );

const T = now();

/** The short form has a sixth of them; in four of those each event comes first. */
const orders = permutations([0, 1, 2, 3, 4]).filter((_, index) => isFull || index % 6 === Math.floor(index / 24));
const ORDERS = isFull ? 120 : 20;

describe.each(STORIES)('five events of a subscription %s', (_, plan, story) => {
  it(`come to ${plan} in ${ORDERS} of 120 orders of arrival, and a second arrival changes nothing`, async () => {
    expect(orders).toHaveLength(ORDERS);
    const ids = await organizations(ORDERS);
    const stories = ids.map((id) => story(new Customer(), id));
    const arrive = async (order: readonly number[], index: number) => {
      for (const which of order) {
        const event = stories[index]?.[which];
        if (event) expect((await deliver(at(index + which), event)).status).toBe(200);
      }
    };
    const outcome = async () =>
      (await rows.query('SELECT plan, count(*)::int FROM organizations WHERE id = ANY ($1) GROUP BY 1', [ids])).rows;
    for (let from = 0; from < ORDERS; from += 20)
      await Promise.all(orders.slice(from, from + 20).map((order, index) => arrive(order, from + index)));
    expect(await outcome()).toEqual([{ plan, count: ORDERS }]);
    const before = await epochsOf(ids);
    await Promise.all(orders.slice(0, 12).map((order, index) => arrive(order.toReversed(), index)));
    expect(await outcome()).toEqual([{ plan, count: ORDERS }]);
    expect(await epochsOf(ids)).toEqual(before);
  });

  it(`come to ${plan} when they arrive at the same moment, each twice, at two processes`, async () => {
    const ids = await organizations(20);
    const answers = await Promise.all(
      ids.flatMap((id) => {
        const events = story(new Customer(), id);
        return [...events, ...events.toReversed()].map((event, index) => deliver(at(index), event));
      }),
    );
    expect(tally(answers)).toEqual({ 200: 200 });
    const { rows: outcome } = await rows.query(
      'SELECT plan, count(*)::int FROM organizations WHERE id = ANY ($1) GROUP BY 1',
      [ids],
    );
    expect(outcome).toEqual([{ plan, count: 20 }]);
  });
});

describe('an event that comes sixteen times at once, at two processes,', () => {
  it('changes the plan once, raises the epoch once and leaves one audit entry', async () => {
    const id = await organizationOf('FREE');
    const customer = new Customer();
    const event = customer.subscriptionIs('active');
    await expectTaken(customer.checkout(id));
    await expectTaken(...Array.from({ length: 16 }, () => event));
    expect(await stateOf(id)).toEqual({ plan: 'PRO', epoch: 2 });
    const { rows: entries } = await rows.query(
      `SELECT sequence::int, actor, action, target, before, after, request_id FROM audit_entries WHERE organization_id = $1`,
      [id],
    );
    expect(entries).toEqual([
      {
        sequence: 1,
        actor: { kind: 'SYSTEM', id: null, label: 'billing' },
        action: 'plan.changed',
        target: { type: 'organization', id },
        before: { plan: 'FREE' },
        after: { plan: 'PRO' },
        request_id: null,
      },
    ]);
  });

  it('links its customer once', async () => {
    const id = await organizationOf('FREE');
    const customer = new Customer();
    const checkout = customer.checkout(id);
    await expectTaken(...Array.from({ length: 8 }, () => [checkout, customer.subscriptionIs('active')]).flat());
    expect(await changesOf(id)).toEqual(['FREE PRO']);
  });

  it('is one of several concurrent ones that all result in one plan, in any order', async () => {
    const id = await organizationOf('FREE');
    const customers = Array.from({ length: 4 }, () => new Customer());
    await expectTaken(
      ...customers.flatMap((customer) => [
        customer.subscriptionIs('active', { price: 'price_team' }),
        customer.checkout(id),
        customer.subscriptionIs('past_due', { second: now() + 60, price: 'price_team' }),
        customer.subscriptionIs('active', { of: unique('sub') }),
      ]),
    );
    expect(await planOf(id)).toBe('PRO');
  });
});

describe('a subscription', () => {
  let id: string;
  let customer: Customer;
  beforeEach(async () => {
    id = await organizationOf('FREE');
    customer = new Customer();
    await inTurn(customer.checkout(id));
  });

  it.each([
    ['active', 'price_pro', 'PRO'],
    ['trialing', 'price_team', 'TEAM'],
    ['active', 'price_of_something_else', 'FREE'],
    ['past_due', 'price_team', 'FREE'],
    ['unpaid', 'price_team', 'FREE'],
    ['incomplete', 'price_team', 'FREE'],
    ['paused', 'price_team', 'FREE'],
    ['something new', 'price_team', 'FREE'],
  ])('that is %s at %s gives %s', async (status, price, plan) => {
    await inTurn(customer.subscriptionIs(status, { price }));
    expect(await planOf(id)).toBe(plan);
  });

  it.each(['updated', 'created', 'resumed', 'paused', 'trial_will_end', 'pending_update_applied'])(
    'is taken as it is from customer.subscription.%s',
    async (happened) => {
      await inTurn(customer.subscriptionIs('active', { happened }));
      expect(await planOf(id)).toBe('PRO');
    },
  );

  it('that was paused and resumed gives its plan again, and that was deleted does not', async () => {
    await inTurn(
      customer.subscriptionIs('active', { second: T - 9 }),
      customer.subscriptionIs('paused', { happened: 'paused', second: T - 8 }),
      customer.subscriptionIs('active', { happened: 'resumed', second: T - 7 }),
      customer.subscriptionIs('canceled', { happened: 'deleted', second: T - 6 }),
      customer.subscriptionIs('active', { second: T - 6 }),
      customer.subscriptionIs('active', { second: T - 8 }),
    );
    expect(await changesOf(id)).toEqual(['FREE PRO', 'PRO FREE', 'FREE PRO', 'PRO FREE']);
  });

  it('beside others of its customer counts for the highest of them', async () => {
    const other = unique('sub');
    await inTurn(customer.subscriptionIs('active', { second: T - 9 }));
    await inTurn(customer.subscriptionIs('active', { of: other, price: 'price_team', second: T - 8 }));
    expect(await planOf(id)).toBe('TEAM');
    await inTurn(customer.subscriptionIs('active', { of: other, happened: 'deleted', price: 'price_team' }));
    expect(await planOf(id)).toBe('PRO');
    await inTurn(customer.subscriptionIs('incomplete_expired', { of: unique('sub') }));
    expect(await planOf(id)).toBe('PRO');
  });

  it('has amounts and metadata that the service ignores', async () => {
    const victim = await organizationOf('FREE');
    const event = customer.subscriptionIs('active');
    const metadata = { organizationId: victim, organization_id: victim, plan: 'TEAM', client_reference_id: victim };
    const object = {
      ...event.data.object,
      metadata,
      client_reference_id: victim,
      amount: 1e9,
      plan: { id: 'price_team' },
    };
    await inTurn({ ...event, data: { object } });
    expect([await planOf(id), await planOf(victim)]).toEqual(['PRO', 'FREE']);
  });

  it('of a customer who is deleted at Stripe ends for good', async () => {
    await inTurn(customer.subscriptionIs('active', { second: T - 9 }), customer.deleted());
    expect(await planOf(id)).toBe('FREE');
    await inTurn(customer.subscriptionIs('active'), customer.deleted(), customer.checkout(id));
    expect(await changesOf(id)).toEqual(['FREE PRO', 'PRO FREE']);
  });
});

describe('an event without a known organization', () => {
  it('waits for the checkout, which may come last', async () => {
    const id = await organizationOf('FREE');
    const customer = new Customer();
    await inTurn(
      customer.subscriptionIs('active', { second: T - 5, price: 'price_team' }),
      customer.subscriptionIs('active', { second: T - 9 }),
    );
    expect(await planOf(id)).toBe('FREE');
    await inTurn(customer.checkout(id, T - 20));
    expect(await changesOf(id)).toEqual(['FREE TEAM']);
  });

  it('is visible to no organization, nor to a transaction for another customer', async () => {
    const customer = new Customer();
    await inTurn(customer.subscriptionIs('active'));
    const service = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await service.connect();
    const seenBy = async (settings: Record<string, string>) => {
      await service.query('BEGIN');
      for (const [name, value] of Object.entries(settings))
        await service.query('SELECT set_config($1, $2, true)', [`app.${name}`, value]);
      const seen = await service.query('SELECT subscription_id AS id FROM subscription_events WHERE customer_id = $1', [
        customer.id,
      ]);
      await service.query('ROLLBACK');
      return seen.rows;
    };
    const organization = `{${await organizationOf('FREE')}}`;
    expect(await seenBy({})).toEqual([]);
    expect(await seenBy({ organizations: organization })).toEqual([]);
    expect(await seenBy({ billing_customer: new Customer().id })).toEqual([]);
    expect(await seenBy({ billing_customer: '' })).toEqual([]);
    expect(await seenBy({ billing_customer: '*' })).toEqual([]);
    expect(await seenBy({ billing_customer: customer.id })).toEqual([{ id: customer.subscription }]);
    await service.end();
  });

  it('is forgotten when no organization has claimed it for a month', async () => {
    const [stale, fresh] = [new Customer(), new Customer()];
    await inTurn(stale.subscriptionIs('active'), fresh.subscriptionIs('active'));
    await rows.query("UPDATE subscription_events SET received_at = now() - interval '31 days' WHERE customer_id = $1", [
      stale.id,
    ]);
    await inTurn(new Customer().subscriptionIs('active'));
    const { rows: left } = await rows.query(
      'SELECT customer_id AS id FROM subscription_events WHERE customer_id = ANY ($1)',
      [[stale.id, fresh.id]],
    );
    expect(left).toEqual([{ id: fresh.id }]);
  });
});

describe('a checkout', () => {
  it.each([
    ['no reference', () => null],
    ['a reference that is no id', () => "1' OR '1'='1"],
    ['an id in other letters', (id: string) => id.toUpperCase()],
    ['an id of no organization', () => '01890a5d-ac96-774b-bcce-b302099a8057'],
  ])('with %s is acknowledged, links no organization and loses nothing', async (_, reference) => {
    const id = await organizationOf('FREE');
    const customer = new Customer();
    await inTurn(customer.checkout(reference(id)), customer.subscriptionIs('active'));
    const { rows: linked } = await rows.query('SELECT 1 FROM billing_customers WHERE customer_id = $1', [customer.id]);
    expect([linked, await planOf(id)]).toEqual([[], 'FREE']);
    await inTurn(customer.checkout(id));
    expect(await planOf(id)).toBe('PRO');
  });

  it('never moves a customer to another organization', async () => {
    const [mine, theirs] = [await organizationOf('FREE'), await organizationOf('TEAM')];
    const customer = new Customer();
    await inTurn(customer.checkout(mine, T), customer.subscriptionIs('active'), customer.checkout(theirs, now() + 60));
    await inTurn(customer.subscriptionIs('past_due', { second: now() + 60 }));
    expect([await planOf(mine), await planOf(theirs)]).toEqual(['FREE', 'TEAM']);
    expect(await changesOf(theirs)).toEqual([]);
  });

  it('of two for one customer at the same moment gives it to one organization, with all it pays for', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const both = await organizations(2);
        const customer = new Customer();
        await expectTaken(
          ...both.map((id) => customer.checkout(id)),
          customer.subscriptionIs('active'),
          ...both.map((id) => customer.checkout(id)),
        );
        return (await Promise.all(both.map(planOf))).sort().join();
      }),
    );
    expect(pairs).toEqual(Array.from({ length: 10 }, () => 'FREE,PRO'));
  });

  it('alone does not touch a plan without a subscription', async () => {
    const id = await organizationOf('TEAM');
    const customer = new Customer();
    await inTurn(customer.checkout(id), customer.deleted());
    expect(await stateOf(id)).toEqual({ plan: 'TEAM', epoch: 1 });
  });

  it('of an account connected to ours, whose owner wrote the reference, is ignored', async () => {
    const id = await organizationOf('FREE');
    const customer = new Customer();
    const connected = (event: StripeEvent) => ({ ...event, account: 'acct_other' });
    await inTurn(connected(customer.checkout(id)), connected(customer.subscriptionIs('active')));
    expect(await planOf(id)).toBe('FREE');
  });

  it('of several customers gives the organization the highest of what they pay for', async () => {
    const id = await organizationOf('FREE');
    const [one, other] = [new Customer(), new Customer()];
    await inTurn(one.checkout(id), one.subscriptionIs('active'), other.checkout(id));
    await inTurn(other.subscriptionIs('active', { price: 'price_team' }));
    expect(await planOf(id)).toBe('TEAM');
    await inTurn(other.deleted());
    expect(await planOf(id)).toBe('PRO');
  });
});

describe('an organization that is being erased, or gone,', () => {
  it('has its events acknowledged and nothing of it changed', async () => {
    const [id, later] = [await organizationOf('FREE'), new Customer()];
    const customer = new Customer();
    await inTurn(customer.checkout(id), customer.subscriptionIs('active', { second: T - 9 }));
    await rows.query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [id]);
    await inTurn(customer.subscriptionIs('canceled'), customer.deleted(), later.checkout(id));
    expect(await stateOf(id)).toEqual({ plan: 'PRO', epoch: 2 });
    expect(await changesOf(id)).toEqual(['FREE PRO']);
    const { rows: known } = await rows.query('SELECT 1 FROM billing_customers WHERE customer_id = $1', [later.id]);
    expect(known).toEqual([]);
  });
});

describe('events without a meaning for plans', () => {
  it('are acknowledged and leave no row', async () => {
    const customer = new Customer();
    const event = customer.subscriptionIs('active');
    await inTurn(
      { ...event, type: 'invoice.paid' },
      { ...event, type: 'customer.updated' },
      { ...event, type: 'checkout.session.expired' },
      customer.deleted(),
    );
    const { rows: left } = await rows.query('SELECT 1 FROM subscription_events WHERE customer_id = $1', [customer.id]);
    expect(left).toEqual([]);
  });
});
