/**
 * The campaigns, in the order in which they run. `command(times)` returns the commands of a run of that size: 0 is the short
 * form, 1 the full one.
 */

const JEST = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];

const node = (parameters, env = {}) => ({ command: process.execPath, parameters, env });
const folder =
  (name, workers = '--maxWorkers=2') =>
  (times) => [node([...JEST, workers, `test/campaigns/${name}/`], { CAMPAIGN_TIMES: String(times) })];
const script = (path, sized) => (times) => [node([path, ...sized(times)])];
const atLeastOne = (times) => Math.max(1, times);

/** Runs suites of the SDK with another version of a package (test/stand-ins/versions). */
const withVersion = (name, alias, ...suites) =>
  node([...JEST, '--config', 'test/campaigns/versions/jest.config.mjs', '--maxWorkers=2', ...suites], {
    OTHER_VERSIONS: JSON.stringify({ [name]: alias }),
  });

export const CAMPAIGNS = {
  races: {
    proves: 'conflicting requests of one moment, at two processes, keep every invariant of the ledger',
    command: folder('races'),
  },
  faults: {
    proves: 'rollbacks over failing networks to every provider end truthfully and undo nothing twice',
    command: folder('faults'),
  },
  model: {
    proves: 'random sequences of requests are answered as a model of the service answers them',
    command: folder('model'),
  },
  policies: {
    proves: 'compiled policies decide random calls as a plain reading of the rules does',
    command: folder('policies'),
  },
  differential: {
    proves: 'random programs have the same results and effects with bare and with wrapped clients',
    command: folder('differential'),
  },
  double: {
    proves: 'random programs of requests are answered by the double for tests as by the service',
    command: (times) => [node([...JEST, 'sdk/test/double/same-answers'], { CAMPAIGN_TIMES: String(times) })],
  },
  hostile: {
    proves: 'attacks by agents, providers and neighbours learn nothing, write nothing and hold up nothing',
    command: folder('hostile'),
  },
  properties: {
    proves: 'rules, undos and chains hold for every random case and order in their full number',
    command: (times) => [
      node(
        [
          ...JEST,
          '--maxWorkers=2',
          '/written.spec',
          'validation.pipe.spec',
          'card/hidden',
          'audit-chain',
          'facts/respelled',
          'policies/disguised',
          'objects/random',
          'verify-chain',
          'platform/hash',
          'strict-json',
          'card/difference',
          'language/reading',
          'never-a-read',
          'keys/api-key.spec',
          'billing/subscription',
          'wire/canonical-json',
          'matrix/encodings',
          'matrix/principals',
        ],
        {
          CAMPAIGN_TIMES: String(times),
        },
      ),
    ],
  },
  crash: {
    proves: 'a process or a database killed at each commit of a rollback loses nothing and doubles nothing',
    command: folder('crash'),
  },
  outages: {
    proves:
      'what the service depends on goes down and returns: mail, receivers, providers, databases, the service itself',
    command: folder('outages'),
  },
  scenarios: {
    proves: 'every scenario of the matrix holds for every connector, looked at from outside with its real client',
    command: (times) => [
      node([...JEST, '--maxWorkers=2', 'connectors/scenarios/', '/additions', '/mysql-scenarios', '/redis-scenarios'], {
        CAMPAIGN_TIMES: String(times),
      }),
    ],
  },
  dialects: {
    proves: 'what holds for PostgreSQL holds for MariaDB and Redis, statement by statement, with their real clients',
    command: folder('dialects'),
  },
  installation: {
    proves: 'what an installation sets (limits, prices, quotas, metrics) holds at services of its own, until they stop',
    command: folder('installation'),
  },
  capacity: {
    proves: 'long tables, large sessions and a thousand held requests cost a bounded amount',
    command: folder('capacity'),
  },
  timings: {
    proves: 'what is promised in seconds, or in equal time, holds on a machine with nothing else to do',
    command: folder('timings', '--runInBand'),
  },
  release: {
    proves: 'packages, bundles, examples and documents of a release are complete and run',
    command: folder('release'),
  },
  versions: {
    proves: 'the SDK works with the other major versions of clients and frameworks that its peer ranges allow',
    command: () => [
      withVersion('ai', 'ai-7', 'sdk/test/adapters/ai', 'adapters/interrupted', '-t', 'AI SDK|ai-agent'),
      withVersion(
        '@openai/agents',
        'openai-agents-newest',
        'adapters/openai-agents',
        'adapters/interrupted',
        '-t',
        'OpenAI|openai',
      ),
      withVersion('ioredis', 'ioredis-6', 'sdk/test/needs-redis/'),
    ],
  },
  guards: {
    proves: 'the authorization matrix notices each guard and each organization filter that is removed',
    command: folder('guards'),
  },
  'crash-seeds': {
    proves: 'processes and databases killed or stopped at random moments lose nothing and double nothing',
    command: script('scripts/test-crash.mjs', (times) => [
      '--seeds',
      String(times === 0 ? 4 : 100 * times),
      '--lanes',
      '2',
    ]),
  },
  floods: {
    proves: 'thousands of hostile requests at two processes change nothing of another organization',
    command: script('scripts/test-hostile.mjs', (times) => [
      '--requests',
      String(times === 0 ? 1_000 : 20_000 * times),
      // At a higher rate the generator, two processes and PostgreSQL use up two cores, and each waits for the others.
      ...['--rate', '50'],
    ]),
  },
  browser: {
    proves: 'the dashboard does what it says in a real browser, with 200 races of two operators',
    command: (times) => [
      node([...JEST, '--config', 'test/browser/jest.config.mjs'], { CAMPAIGN_TIMES: String(times) }),
    ],
  },
  'node-versions': {
    proves: 'the packed SDK and the start of the service work with the oldest and the newest supported Node',
    command: script('scripts/node-versions.mjs', () => []),
  },
  'image-steps': {
    proves: 'the steps of the Dockerfile make an image that starts without privileges',
    command: script('scripts/image-steps.mjs', () => []),
  },
  'first-hour': {
    proves: 'an ordinary user and root without a compiler install, start and test a fresh clone',
    command: () => [
      { command: 'scripts/first-hour.sh', parameters: ['npm', 'run', 'test:quick'] },
      { command: 'scripts/first-hour.sh', parameters: [], env: { AS_USER: 'root' } },
    ],
  },
  busy: {
    proves: 'the whole suite passes beside a second run of itself, and beside processes that compute',
    command: script('scripts/busy.mjs', (times) => ['--rounds', String(atLeastOne(3 * times))]),
  },
};
