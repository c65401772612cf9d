import { itHolds } from '../../../connectors/scenarios/support/scenarios.js';
import { caldav } from '../../../connectors/subjects/caldav.js';
import { given } from '../../../connectors/subjects/subject.js';
import { startRadicale } from '../../../support/radicale.mjs';
import { startXandikos } from '../../../support/xandikos.mjs';
import { FaultyNetwork } from '../../faults/support/faulty-network.js';
import { accessTo } from '../../faults/support/places.js';

describe.each([
  ['Radicale', startRadicale, '/ada/calendar/'],
  ['Xandikos', startXandikos, '/ada/calendars/appointments/'],
])('caldav at %s', (_, start, path) => itHolds('caldav', () => caldav(start, path)));

describe('a page that a gateway answers with status 200', () => {
  it('is not captured as a calendar object', async () => {
    const subject = await caldav(startRadicale, '/ada/calendar/');
    const network = new FaultyNetwork();
    const { credentials, through, stop } = await accessTo(subject, network);
    const { connector, apiName, payload } = through(given((await subject.newThing()).change)('x'));
    network.follow(() => ({ kind: 'wrong JSON', when: 'before' }));
    const captured = await connector.capture({ apiName, payload }, { ...subject.context, credentials });
    expect(captured).toEqual({ captured: false, reason: expect.stringContaining('no calendar object') });
    await Promise.all([stop(), subject.stop()]);
  });
});
