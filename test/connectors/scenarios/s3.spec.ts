import { FaultyNetwork } from '../../campaigns/faults/support/faulty-network.js';
import { accessTo } from '../../campaigns/faults/support/places.js';
import { s3 } from '../subjects/s3.js';
import { given } from '../subjects/subject.js';
import { itHolds } from './support/scenarios.js';

describe('s3', () => itHolds('s3', s3));

describe('a page that a gateway answers with status 200', () => {
  it('is not captured as an object, for it has no ETag', async () => {
    const subject = await s3();
    const network = new FaultyNetwork();
    const { credentials, stop } = await accessTo(subject, network);
    const { connector, apiName, payload } = given((await subject.newThing()).change)('x');
    network.follow(() => ({ kind: 'wrong JSON', when: 'before' }));
    const captured = await connector.capture({ apiName, payload }, { ...subject.context, credentials });
    expect(captured).toEqual({ captured: false, reason: expect.stringContaining('ETag') });
    await Promise.all([stop(), subject.stop()]);
  });
});
