import { serviceA } from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { testEnvironment } from '../../support/service.mjs';
import { Findings } from './support/findings.js';
import { makeFixture } from './support/fixture.js';
import { askIds, MALFORMED, WITH_CONNECTOR, WITH_IDS } from './support/ids.js';
import { GUARDED } from './support/routes.js';
import { Wire } from './support/wire.js';

const wire = new Wire(serviceA.url);
afterAll(() => {
  wire.close();
  return rows.end();
});

describe('every id in a path', () => {
  it('is on one of these routes', () => {
    const withParameter = GUARDED.filter(({ path }) => path.includes(':'));
    expect([...WITH_IDS, ...WITH_CONNECTOR].length).toBe(withParameter.length);
    expect(WITH_IDS.length).toBeGreaterThanOrEqual(18);
    expect(MALFORMED).toHaveLength(10);
  });

  it('that is foreign, deleted, malformed, absent, or of the other kind of session returns 404 in the same words', async () => {
    const fixture = await makeFixture(wire, rows, testEnvironment().JWT_SECRET ?? '');
    const findings = await Findings.of([(found) => askIds({ wire, db: rows, fixture }, found)]);
    expect(findings.mismatches).toEqual([]);
    expect(findings.cells).toBeGreaterThan(WITH_IDS.length * (MALFORMED.length + 4));
    console.info(`ids: ${findings.cells} cells`);
  });
});
