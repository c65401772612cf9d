import { TestEnvironment } from 'jest-environment-node';
import { SuiteCosts } from './suite-costs.mjs';

/** The symbol under which Node keeps the connections of its own `fetch`: one pool for all suites of a worker. */
const POOL = Symbol.for('undici.globalDispatcher.1');

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
    const pool = globalThis[POOL];
    if (pool) {
      globalThis[POOL] = new pool.constructor();
      pool.close().catch(() => {});
    }
    await super.teardown();
  }
}
