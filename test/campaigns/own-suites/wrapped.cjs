// Preloaded into a client's own test: what the client's module makes is wrapped, under a gate that allows everything.
const { join } = require('node:path');

const sdk = join(__dirname, '..', '..', '..', 'sdk', 'dist', 'cjs');
const { wrap } = require(sdk);
const { SHIPPED_REGISTRY } = require(join(sdk, 'wire', 'shipped-registry.js'));

const gate = {
  needsPrecapture: (apiName) => /^(postgres|mysql)\.rows\./.test(apiName),
  precapture: async () => 'capture',
  ask: async () => ({ actionId: 'action', approvalId: null, simulated: false }),
  wait: async () => ({}),
  begin: async () => null,
  giveUp: async () => undefined,
  confirm: async () => undefined,
  flush: async () => undefined,
};
const session = { registry: SHIPPED_REGISTRY, gate: () => gate };
const governed = (client, connector) => wrap(client, session, { connector });

/** A class whose own instances are wrapped; a class that extends it makes bare ones. */
function wrapping(Class, connector) {
  const made = new Proxy(Class, {
    construct: (target, args, newTarget) =>
      newTarget === made
        ? governed(Reflect.construct(target, args, target), connector)
        : Reflect.construct(target, args, newTarget),
    apply: (target, self, args) => governed(Reflect.apply(target, self, args), connector),
  });
  return made;
}

const replace = (path, change) => {
  require(path);
  const module = require.cache[require.resolve(path)];
  module.exports = change(module.exports);
};

const WRAPPED = {
  'pg-pool': (home) => replace(join(home, 'index.js'), (Pool) => wrapping(Pool, 'postgres')),
  pg: (home) => {
    const pg = require(home);
    const { Client, Pool } = pg;
    Object.assign(pg, { Client: wrapping(Client, 'postgres') });
    Object.defineProperty(pg, 'Pool', { value: wrapping(Pool, 'postgres'), configurable: true, enumerable: true });
  },
  ioredis: (home) =>
    replace(join(home, 'lib', 'Redis.ts'), (exports) => ({
      ...exports,
      __esModule: true,
      default: wrapping(exports.default, 'redis'),
    })),
  mysql2: (home) => {
    for (const file of ['index.js', 'promise.js']) {
      const driver = require(join(home, file));
      for (const name of ['createConnection', 'createPool', 'connect']) {
        const own = driver[name];
        if (typeof own !== 'function') continue;
        driver[name] = (...args) => {
          const made = own(...args);
          return typeof made?.then === 'function' && typeof made.query !== 'function'
            ? made.then((client) => governed(client, 'mysql'))
            : governed(made, 'mysql');
        };
      }
    }
  },
  slack: (home) =>
    replace(join(home, 'src', 'WebClient.ts'), (exports) => ({
      ...exports,
      WebClient: wrapping(exports.WebClient, 'slack'),
    })),
};

WRAPPED[process.env.OWN_SUITE_OF](process.env.OWN_SUITE_HOME);
