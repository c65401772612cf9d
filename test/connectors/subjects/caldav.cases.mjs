import { repeated } from '../../campaigns/hostile/support/makers.mjs';
import { hostileText } from '../../campaigns/hostile/support/texts.mjs';
import {
  ALL_NAMED,
  BY_ADDRESS,
  BY_SCHEMA,
  IN_ITS_FIELDS,
  NO_AUTHOR,
  NO_CHILDREN,
  NO_RENAME,
  NO_SCHEMA,
  NO_SETTINGS,
  NO_SUMS,
  NO_TRANSACTIONS,
  OVERTAKEN,
  OWN_ADDRESS,
  SAME_ADDRESS,
} from './reasons.mjs';

const CALENDAR = ['BEGIN:A\n', 'END:A\n', 'a="', ';x=', 'RRULE:FREQ=SECONDLY\n', '\n ', 'BEGIN:VEVENT\nUID:1\n'];

const credentials = (secret, { url }) => ({ serverUrl: url, username: 'user', password: secret });

export default {
  credentials,
  call: ['caldav.objects.put', { url: '/a.ics', data: 'BEGIN:VCALENDAR' }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 0,
  poisons: [
    ['caldav.objects.put', (random) => ({ url: '/a.ics', data: repeated(random, random.pick(CALENDAR)) })],
    ['caldav.objects.put', (random) => ({ url: hostileText(random), data: hostileText(random) })],
  ],
  suite: 'test/campaigns/dialects/needs-caldav/caldav-scenarios.spec.ts',
  lacks: { setOther: 'an object is compared as a whole' },
  more: {
    'not understood body': BY_SCHEMA,
    "agent's own settings": NO_SETTINGS,
    'copy of the place': BY_ADDRESS,
    'used by others': IN_ITS_FIELDS,
    'equal by accident': NO_AUTHOR,
    'child in between': NO_CHILDREN,
    'set by a person': NO_SUMS,
    'rolled back by the agent': NO_TRANSACTIONS,
    renamed: NO_RENAME,
    'twice in one transaction': NO_TRANSACTIONS,
    'dependent calls': NO_TRANSACTIONS,
    'changed schema': NO_SCHEMA,
    'touched by others first': ALL_NAMED,
    duplicates: OWN_ADDRESS,
    'stale snapshot': OVERTAKEN,
    'slow provider': SAME_ADDRESS,
  },
};
