import { createHash } from 'node:crypto';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;
const SQL_TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00/g;
const HASH = /^[0-9a-f]{64}$/;
const LONGEST_TEXT = 120;
const MOST_ITEMS = 1;

/** The time of each member; all others are at the moment of the story. */
const MOMENT = '2026-01-02T03:04:05.678Z';
const TIMES = {
  ...{ createdAt: '2026-01-02T03:04:00.000Z', since: '2026-01-02T02:04:00.000Z', from: '2025-12-03T03:04:05.678Z' },
  ...{
    expiresAt: '2026-01-02T04:04:00.000Z',
    until: '2026-01-02T04:04:00.000Z',
    timestamp: '2026-01-02T03:06:00.000Z',
  },
};
/** Values that differ from run to run, and secrets. */
const VALUES = {
  ...{ token: 'eyJhbGciOiJIUzI1NiJ9.…', key: 'bks_live_…', apiKey: 'bks_live_…', secret: 'whsec_…' },
  ...{ password: 'correct horse battery staple', connectionString: 'postgres://backstop:…@db.example.com/customers' },
  ...{ latencyMs: 12, durationMs: 41, medianDecisionMs: 94_000, medianSecondsToDecide: 94, timeRemaining: 3_541_000 },
  ...{ day: '2026-01-02', month: '2026-01', averageDecisionMs: 94_000, targetAdherence: 0.3 },
  ...{ driftScore: 0.2, averageDriftScore: 0.2 },
};

/**
 * The examples with fixed ids, times and secrets, and with short lists.
 * @param {Record<string, { body?: unknown, answer: unknown }>} examples
 * @param {{ service: string, receiver: string }} addresses of the service that answered and of the receiver of its events
 */
export function fixedExamples(examples, { service, receiver }) {
  const known = new Map();
  let route = '';
  let count = 0;
  /** A value is replaced by one that follows from the first route that shows it, so that a new route changes no other. */
  const digestOf = (value) => {
    if (!known.has(value)) known.set(value, createHash('sha256').update(`${route} ${++count}`).digest('hex'));
    return known.get(value);
  };
  const idOf = (id) => `019f1c5e-7a52-7c3b-9d5e-${digestOf(id).slice(0, 12)}`;
  const fixedText = (text, name) => {
    if (TIME.test(text)) return TIMES[name] ?? MOMENT;
    if (HASH.test(text)) return digestOf(text);
    const written = text
      .replaceAll(UUID, idOf)
      .replaceAll(receiver, 'https://example.com/')
      .replaceAll(service, 'https://backstop.example')
      .replaceAll(/127\.0\.0\.1:\d+(?=\/postgres|$)/g, 'db.example.com:5432')
      .replaceAll(SQL_TIME, '2026-01-02 03:04:00+00')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://backstop.example')
      .replaceAll(/op-\d+-\d+@example\.com/g, 'ada@example.com')
      .replaceAll(/server \d{15,}/g, 'server 7300000000000000001')
      .replaceAll(/^\d{16}$/g, '1767323045678901');
    return written.length > LONGEST_TEXT ? `${written.slice(0, LONGEST_TEXT)}…` : written;
  };
  const fixed = (value, name) => {
    if (typeof value === 'string' && value.startsWith('bks_op_')) return 'bks_op_…';
    if (Object.hasOwn(VALUES, name) && isAlike(value, VALUES[name])) return VALUES[name];
    if (typeof value === 'string') return fixedText(value, name);
    if (name === 'payloadSchema') return shortSchema(value);
    if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((one) => fixed(one, ''));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [fixedText(key, key), fixed(one, key)]));
  };
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => {
      [route, count] = [name, 0];
      return [name, fixed(example, '')];
    }),
  );
}

/** A replacement has the type of what it replaces: the key of a row is not the key of an agent. */
const isAlike = (value, other) => typeof value === typeof other && Array.isArray(value) === Array.isArray(other);

/** A schema of a payload with its first member alone: the registry shows the others. */
function shortSchema({ type, required = [], properties = {} }) {
  const [name = Object.keys(properties)[0]] = required;
  return { type, required: required.slice(0, 1), properties: name === undefined ? {} : { [name]: properties[name] } };
}
