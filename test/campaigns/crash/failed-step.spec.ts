import { dynamodb } from '../../connectors/subjects/dynamodb.js';
import type { Subject } from '../../connectors/subjects/subject.js';
import { newOrganization, newSession } from '../../support/client.js';
import { finished } from '../../support/counted-customers.js';
import { governed, permitted } from '../../support/governed.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { FaultyNetwork } from '../faults/support/faulty-network.js';
import { accessTo } from '../faults/support/places.js';

let database: OwnDatabase;
let subject: Subject;
let alive: ServiceProcess | undefined;
beforeAll(async () => {
  [database, subject] = await Promise.all([newOwnDatabase(), dynamodb()]);
});
afterAll(async () => {
  await alive?.stop();
  await subject.stop();
  await database.drop();
});

describe('a service that dies after the newer of two calls on one resource could not be undone', () => {
  it('is followed by one that leaves the older one alone', async () => {
    const environment = { DATABASE_URL: database.serviceUrl };
    const dying = await startService({ ...environment, BACKSTOP_FAILPOINT: 'end-after-commit:1' });
    const { operator, agent } = await newOrganization(dying);
    const network = new FaultyNetwork();
    const access = await accessTo(subject, network);
    await operator.put('/settings/credentials/dynamodb', { values: access.credentials });
    const absent = await subject.newAbsent?.();
    if (!absent?.remove) throw new Error('dynamodb can make and remove');
    const session = await newSession(agent);
    await governed(agent, session, absent.make());
    await permitted(agent, session, absent.remove(null));
    const made = await absent.state();
    network.follow(() => ({ kind: 'cut connection', when: 'before' }));
    expect(await operator.post(`/sessions/${session}/rollback`).catch(() => 'it died')).toBe('it died');
    network.follow(null);
    alive = await startService(environment);
    const { results } = await finished(operator.at(alive), session);
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['ROLLBACK_FAILED', 'ROLLBACK_FAILED']);
    expect(await absent.state()).toEqual(made);
    await access.stop();
  });
});
