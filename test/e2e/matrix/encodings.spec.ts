import { newOrganization, serviceA } from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { testEnvironment } from '../../support/service.mjs';
import { askEncodings, ENCODED_CELLS, ENCODINGS, THE_SAME } from './support/encodings.js';
import { Findings } from './support/findings.js';
import { makeFixture } from './support/fixture.js';
import { GUARDED } from './support/routes.js';
import { Wire } from './support/wire.js';

const wire = new Wire(serviceA.url);
afterAll(() => {
  wire.close();
  return rows.end();
});

describe('encodings of paths', () => {
  it('are at least twelve, some of which are the same path', () => {
    expect(Object.keys(ENCODINGS).length).toBeGreaterThanOrEqual(12);
    expect(THE_SAME.filter((name) => name in ENCODINGS)).toHaveLength(5);
    expect(new Set(ENCODED_CELLS.map(({ encoding }) => encoding)).size).toBe(Object.keys(ENCODINGS).length);
    expect(new Set(ENCODED_CELLS.map(({ route }) => route)).size).toBe(GUARDED.length);
  });

  it('admit no caller that is refused at the path itself, and change nothing', async () => {
    const fixture = await makeFixture(wire, rows, testEnvironment().JWT_SECRET ?? '');
    const findings = await Findings.of([(found) => askEncodings({ wire, db: rows, fixture }, found)]);
    expect(findings.mismatches).toEqual([]);
    expect(findings.cells).toBe(ENCODED_CELLS.length);
    console.info(`encodings: ${findings.cells} cells`);
  });

  it('of a route that is encoded are the same route', async () => {
    const { operator } = await newOrganization();
    const authorization = `Bearer ${operator.credential}`;
    for (const path of ['/%61gents', '/a%67ents', '/%61%67%65%6e%74%73', '/api%2Dkeys']) {
      expect((await wire.ask('GET', path, { authorization })).code).toBe('200 ok');
    }
  });
});
