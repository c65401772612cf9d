import { Caller, newOrganization } from '../../support/client.js';
import { rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { Findings } from './support/findings.js';
import { askLimits, LIMITED } from './support/limits.js';
import { ADDED, fill, nameOf, ROUTES, SPECIFIED } from './support/routes.js';
import { ROWS } from './support/rows.js';
import { Wire } from './support/wire.js';

/** A line of the log, which is written a second late at most. */
async function lineOf(service: ServiceProcess, words: string): Promise<string> {
  return eventually(() => service.output.find((text) => text.includes(words)) ?? '');
}

describe('the routes', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startService({ LOG_LEVEL: 'debug', RATE_LIMIT_MULTIPLIER: '1' });
  });
  afterAll(() => Promise.all([service.stop(), rows.end()]));

  it('are those that the list of routes names', () => {
    expect(SPECIFIED).toHaveLength(58);
    expect(ROUTES).toHaveLength(58 + ADDED.length);
  });

  it('are all that the running service answers: boot has seen each one, and no other', async () => {
    const { routes, checkedInputs } = JSON.parse(await lineOf(service, 'every route says who may call it'));
    expect(routes.toSorted()).toEqual(ROUTES.map(nameOf).sort());
    expect(checkedInputs).toBeGreaterThanOrEqual(20);
  });

  it('each have a row in the matrix, and no row is about another', () => {
    const known = [...SPECIFIED, ...ADDED].map(nameOf);
    expect(ROUTES.map(nameOf).filter((name) => !(name in ROWS))).toEqual([]);
    expect(Object.keys(ROWS).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('that need a plan say which', async () => {
    const { id, operator } = await newOrganization();
    await setPlan(id, 'FREE');
    await eventually(
      () => operator.get('/approvals'),
      ({ status }) => status === 403,
    );
    const gated = ROUTES.filter(({ auth, plan }) => auth === 'operator' && plan !== 'FREE');
    expect(gated.length).toBeGreaterThanOrEqual(10);
    for (const route of gated) {
      const { body } = await operator.request(route.method, fill(route));
      expect(body.error.detail).toContain(`the ${route.plan} plan`);
    }
  });

  it('that have a limit hold it before they look at anything else', async () => {
    expect(LIMITED.length).toBeGreaterThanOrEqual(8);
    const wire = new Wire(service.url);
    const findings = await Findings.of([(found) => askLimits(wire, found)]);
    wire.close();
    expect(findings.mismatches).toEqual([]);
    expect((await new Caller(service, null).get('/health')).status).toBe(200);
  });
});
