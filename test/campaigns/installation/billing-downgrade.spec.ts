import { BILLING, Customer, deliver, now } from '../../support/billing.js';
import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, errorOf, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

/** Refused calls use the quota too: it suffices for the calls of a second. */
const QUOTA = 200;

let services: ServiceProcess[];
beforeAll(async () => {
  const env = { ...BILLING, QUOTA_FREE: String(QUOTA) };
  services = await Promise.all([startService(env), startService(env)]);
});
afterAll(() => Promise.all([rows.end(), ...services.map((service) => service.stop())]));

describe('a downgrade that Stripe reports takes effect within one second in both processes:', () => {
  let organization: Organization;
  let customer: Customer;
  beforeEach(async () => {
    organization = await newOrganization(services[0]);
    customer = new Customer();
    const [first] = services as [ServiceProcess];
    await deliver(first, customer.checkout(organization.id));
    await deliver(first, customer.subscriptionIs('active', { price: 'price_team', second: now() - 9 }));
  });
  const downgrade = () =>
    deliver(services[1] as ServiceProcess, customer.subscriptionIs('unpaid', { price: 'price_team' }));
  const both = <U>(look: (service: ServiceProcess) => Promise<U>) => Promise.all(services.map(look));

  it('a TEAM route is 403 plan-required, and open again after the upgrade', async () => {
    const policies = () => both(async (service) => (await organization.operator.at(service).get('/policies')).status);
    expect(await policies()).toEqual([200, 200]);
    await downgrade();
    const closed = (seen: number[]) => seen.every((status) => status === 403);
    expect(await eventually(policies, closed)).toEqual([403, 403]);
    expect(errorOf(await organization.operator.get('/policies'))).toBe('plan-required');
    await deliver(
      services[0] as ServiceProcess,
      customer.subscriptionIs('active', { price: 'price_team', second: now() + 60 }),
    );
    const open = (seen: number[]) => seen.every((status) => status === 200);
    expect(await eventually(policies, open)).toEqual([200, 200]);
  });

  it('policies keep working, a gate is 403 plan-required and never a silent allow', async () => {
    const { operator, agent } = organization;
    for (const [apiNamePattern, action] of [
      ['mail.*', 'BLOCK'],
      ['crm.*', 'REQUIRE_APPROVAL'],
    ])
      expect((await operator.post('/policies', { apiNamePattern, action })).status).toBe(201);
    const session = await newSession(agent);
    const ask = (more: object) =>
      both(async (service) => errorOf(await agent.at(service).post(`/sessions/${session}/actions`, call(more))));
    expect(await ask({ apiName: 'crm.customer.update' })).toEqual([null, null]);
    await downgrade();
    const gate = () => ask({ apiName: 'crm.customer.update' });
    expect(await eventually(gate, (seen) => !seen.includes(null))).toEqual(['plan-required', 'plan-required']);
    expect(await ask({ apiName: 'mail.message.send' })).toEqual(['policy-blocked', 'policy-blocked']);
  });

  it('the quota is that of the lower plan', async () => {
    const { agent } = organization;
    const session = await newSession(agent);
    const log = (index: number) =>
      agent.at(services[index % 2] as ServiceProcess).post(`/sessions/${session}/actions`, call());
    for (let index = 0; index < QUOTA + 2; index++) expect((await log(index)).status).toBe(201);
    await downgrade();
    const refused = async () => [await log(0), await log(1)].map(errorOf);
    const over = (seen: (string | null)[]) => !seen.includes(null);
    expect(await eventually(refused, over)).toEqual(['quota-exceeded', 'quota-exceeded']);
  });
});
