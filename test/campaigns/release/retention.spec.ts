import { BEFORE, oldSession, readingSession, sessionsLeft } from '../../support/archive.js';
import { auditOf } from '../../support/audit.js';
import { newOrganization, type Organization } from '../../support/client.js';
import { setPlan } from '../../support/ledger.js';
import { metricsOf } from '../../support/metrics.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

let database: OwnDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await newOwnDatabase(1);
  [service] = database.services as [ServiceProcess];
});
afterAll(() => database.drop());

const old = (organization: Organization, options = {}) => oldSession(database.superuser, organization, options);
const left = (organization: Organization) => sessionsLeft(database.superuser, organization);

describe('RETENTION_DAYS_…', () => {
  it('deletes ended sessions that are older than the plan keeps them, and nothing where it is not set', async () => {
    const [limited, free] = [await newOrganization(service), await newOrganization(service)];
    await setPlan(free.id, 'FREE', database.superuser);
    const gone = [await old(limited), await old(limited, { operationType: 'UPDATE' })];
    const kept = [
      await old(limited, { operationType: 'UPDATE', status: 'ABANDONED' }),
      await old(limited, { month: BEFORE }),
      await readingSession(limited),
    ];
    const ofFree = await old(free);
    const usage = 'SELECT month, actions FROM usage_months WHERE organization_id = $1 ORDER BY 1';
    const before = (await database.superuser.query(usage, [limited.id])).rows;

    const retaining = await startService({ DATABASE_URL: database.serviceUrl, RETENTION_DAYS_TEAM: '60' });
    await eventually(
      () => left(limited),
      ({ length }) => length === kept.length,
    );
    await retaining.stop();
    expect(await left(limited)).toEqual([...kept].sort());
    expect(await left(free)).toEqual([ofFree]);
    expect((await metricsOf(limited)).actions.total).toBe(kept.length);
    expect((await database.superuser.query(usage, [limited.id])).rows).toEqual(before);
    const entries = (await auditOf(limited)).filter(({ action }) => action === 'sessions.expired');
    expect(entries).toEqual([
      expect.objectContaining({
        actor: { kind: 'SYSTEM', id: null, label: 'retention' },
        before: { sessions: [...gone].sort() },
        after: { plan: 'TEAM', days: 60 },
      }),
    ]);
  });
});
