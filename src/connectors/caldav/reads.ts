import { objectSchema, reading } from '../resource/define.js';

const of = (what: string) => ({
  type: 'string',
  minLength: 1,
  description: `Of ${what}, on the server of the credential.`,
});
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' };
const calendar = of('a calendar');

const READS: readonly [name: string, what: string, payloadSchema: object][] = [
  ['calendars.list', 'The calendars of the user of the credential.', objectSchema([], {})],
  [
    'objects.list',
    'Objects of a calendar, all or those of a time.',
    {
      ...objectSchema(['url'], { url: calendar, start: time, end: time, expand: { type: 'boolean' } }),
      dependencies: { start: ['end'], end: ['start'], expand: ['start'] },
    },
  ],
  [
    'objects.multiGet',
    'Objects of a calendar by their addresses.',
    objectSchema(['url', 'urls'], { url: calendar, urls: { type: 'array', maxItems: 100, items: of('an object') } }),
  ],
  ['objects.get', 'One object.', objectSchema(['url'], { url: of('the object') })],
  [
    'freebusy.query',
    'When a calendar is busy.',
    objectSchema(['url', 'start', 'end'], { url: calendar, start: time, end: time }),
  ],
];

export const readOperations = READS.map(([name, what, payloadSchema]) =>
  reading(`caldav.${name}`, payloadSchema, what),
);
