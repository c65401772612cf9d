import { caldav } from '../support/matrix-of-scenarios/caldav.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';
import { startRadicale } from '../support/radicale.mjs';
import { startXandikos } from '../support/xandikos.mjs';

describe.each([
  ['Radicale', startRadicale, '/ada/calendar/'],
  ['Xandikos', startXandikos, '/ada/calendars/appointments/'],
])('caldav at %s', (_, start, path) => itHolds('caldav', () => caldav(start, path)));
