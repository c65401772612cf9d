import { isFull } from '../../support/campaign-size.js';
import { serviceA } from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { newPool } from '../../support/pool.js';
import { testEnvironment } from '../../support/service.mjs';
import { askKnown, askUnauthenticated, CELLS } from './support/cells.js';
import { Findings } from './support/findings.js';
import { makeFixture } from './support/fixture.js';
import { INVALID_CREDENTIALS, PRINCIPALS } from './support/principals.js';
import { GUARDED, ROUTES } from './support/routes.js';
import { askStatements } from './support/statements.js';
import { askUntouched } from './support/untouched.js';
import { Wire } from './support/wire.js';

const wire = new Wire(serviceA.url);
const service = newPool({ connectionString: process.env.TEST_DATABASE_URL, max: 1 });
afterAll(() => {
  wire.close();
  return Promise.all([service.end(), rows.end()]);
});

describe('every route, called by every principal', () => {
  it('is more than a thousand cells', () => {
    expect(PRINCIPALS.length).toBeGreaterThanOrEqual(40);
    expect(CELLS.length).toBeGreaterThan(1_000);
    const refused = CELLS.filter(({ code }) => code === '401 unauthenticated');
    const share = isFull ? 1 : 5;
    for (const route of GUARDED) {
      const credentials = new Set(refused.filter((cell) => cell.route === route).map(({ principal }) => principal));
      expect(credentials.size).toBeGreaterThanOrEqual(Math.floor(INVALID_CREDENTIALS.length / share));
    }
    for (const name of INVALID_CREDENTIALS) {
      const routes = new Set(refused.filter(({ principal }) => principal.name === name).map(({ route }) => route));
      expect(routes.size).toBeGreaterThanOrEqual(Math.floor(GUARDED.length / share));
    }
  });

  it('gives each its exact status and type; a refusal changes no row, a success no row of another organization', async () => {
    const secret = testEnvironment().JWT_SECRET ?? '';
    const fixture = await makeFixture(wire, rows, secret, GUARDED);
    const matrix = { wire, db: rows, fixture };
    const findings = await Findings.of([
      (found) => askUnauthenticated(matrix, found),
      (found) => askKnown(matrix, found),
    ]);
    expect(findings.mismatches).toEqual([]);
    expect(findings.cells).toBe(CELLS.length);
    console.info(`the matrix: ${ROUTES.length} routes × ${PRINCIPALS.length} principals, ${findings.cells} cells`);
    expect((await Findings.of([(found) => askUntouched(matrix, found)])).mismatches).toEqual([]);
    const statements = await Findings.of([(found) => askStatements(matrix, service, found)]);
    expect(statements.mismatches).toEqual([]);
    expect(statements.cells).toBe(23);
  });
});
