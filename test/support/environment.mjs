import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';
import { SuiteCosts } from './suite-costs.mjs';

/** The symbol under which Node keeps the connections of its own `fetch`: one pool for all suites of a worker. */
const POOL = Symbol.for('undici.globalDispatcher.1');

/**
 * The storages of asynchronous context that the running suite and its libraries use. Each one in use costs every promise
 * of the process some time, so a suite must not leave its own to the next.
 */
const storages = new Set();
for (const method of ['run', 'enterWith']) {
  const plain = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...parameters) {
    storages.add(this);
    return plain.apply(this, parameters);
  };
}

/**
 * Gives each suite its own connections. A connection of an earlier suite may have been idle for as long as the service
 * keeps it, and the service may close it while this process imports a large client: the next request on it fails.
 */
export default class SuiteEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.costs = new SuiteCosts(context.testPath, this.global);
  }

  async teardown() {
    this.costs.write();
    for (const storage of storages) storage.disable();
    storages.clear();
    const pool = globalThis[POOL];
    if (pool) {
      globalThis[POOL] = new pool.constructor();
      pool.close().catch(() => {});
    }
    await super.teardown();
  }
}
