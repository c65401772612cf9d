import { serviceA } from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { askChanges } from './support/changes.js';
import { Findings } from './support/findings.js';
import { Wire } from './support/wire.js';

const wire = new Wire(serviceA.url);
afterAll(() => {
  wire.close();
  return rows.end();
});

describe('a revocation, a policy, a pause, a downgrade, a password reset', () => {
  it('takes effect within a second for credentials in use, whatever else is wrong with the request', async () => {
    const findings = await Findings.of([(found) => askChanges({ wire, db: rows }, found)]);
    expect(findings.mismatches).toEqual([]);
    expect(findings.cells).toBeGreaterThanOrEqual(24);
  });
});
