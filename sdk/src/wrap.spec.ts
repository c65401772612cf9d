import { Backstop } from './backstop.js';
import { postgres, wrapWith } from './connectors.js';
import type { Session } from './session.js';
import { SHIPPED_REGISTRY } from './wire/shipped-registry.js';
import { wrap } from './wrap.js';

const session = { registry: SHIPPED_REGISTRY, gate: () => ({}) } as unknown as Session;
const client = { send: () => 1 };

describe('wrap()', () => {
  it.each<[string, unknown[], RegExp]>([
    [
      'no client',
      [undefined, session, { connector: 'crm' }],
      /needs a client as its first argument, and was given undefined/,
    ],
    [
      'a promise of a session',
      [client, Promise.resolve(session), { connector: 'crm' }],
      /await backstop\.createSession/,
    ],
    [
      'a connection string, which it does not repeat',
      ['postgres://agent:s3cr3t@db/shop', session, { connector: 'postgres' }],
      /^wrap\(\) needs a client as its first argument, and was given a string$/,
    ],
    [
      'a promise of a client',
      [Promise.resolve(client), session, { connector: 'crm' }],
      /was given a promise of a client: await it first/,
    ],
    ['no session', [client, undefined, { connector: 'crm' }], /needs a session of backstop\.createSession/],
    ['options in the place of the session', [client, { connector: 'crm' }], /needs a session/],
    ['no options', [client, session], /needs options as its third argument, for example \{ connector: 'postgres' \}/],
    [
      'a class in the place of a client',
      [class Pool {}, session, { connector: 'postgres' }],
      /it is a function or a class: give what `new` makes/,
    ],
  ])('says what to do about %s', (_, given, message) => {
    expect(() => Reflect.apply(wrap, undefined, given)).toThrow(message);
  });
});

describe('wrapWith()', () => {
  const pool = Object.assign(() => undefined, { query() {}, connect() {}, end() {}, totalCount: 0, options: {} });

  it('knows the connectors that it was given, and objects of your own', () => {
    const own = wrapWith(postgres);
    expect(typeof own(client, session, { connector: 'crm' }).send).toBe('function');
    expect(typeof own(pool, session, { connector: 'postgres' }).query).toBe('function');
    expect(() => own(client, session, { connector: 'stripe' })).toThrow(
      "This wrap() has no connector of the name 'stripe'; it knows postgres, and objects of your own",
    );
  });
});

describe('new Backstop()', () => {
  it('says which setting is missing, and where it comes from', () => {
    for (const baseUrl of ['', 'localhost', 'localhost:3000', 'ftp://localhost'])
      expect(() => new Backstop({ baseUrl, apiKey: 'k' })).toThrow(/set BACKSTOP_URL, or give baseUrl/);
    expect(() => new Backstop({ baseUrl: 'http://localhost', apiKey: '' })).toThrow(
      /set BACKSTOP_API_KEY, or give apiKey/,
    );
  });
});

describe('createSession()', () => {
  it.each([undefined, {}, { agent: 'billing-bot' }, 'billing-bot'])('says what %p lacks', async (given) => {
    const backstop = new Backstop({ baseUrl: 'http://localhost:1', apiKey: 'k', outbox: false });
    await expect(backstop.createSession(given as never)).rejects.toThrow(
      "createSession() needs { agentId, intent }, for example { agentId: 'billing-bot', intent: 'close paid invoices' }",
    );
  });
});
