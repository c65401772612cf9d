import type { Gate } from '../../asking/gate.js';
import { answer } from '../../wrapping/answer.js';
import { LISTENER_METHODS } from '../../wrapping/listener-methods.js';
import { Membrane } from '../../wrapping/membrane.js';
import {
  type Operation,
  operationOf,
  type WrapContext,
  type WrappableConnector,
} from '../../wrapping/wrappable-connector.js';
import { isClient, isPool, type RawClient, type RawPool } from './client/objects.js';
import { clientParts, isOwnMethod, poolParts, type Rules, ruleOfPart } from './client/parts.js';
import { ClientGovernor } from './client-governor.js';
import { PoolGovernor } from './pool-governor.js';
import { loadParser } from './reading/parser.js';
import { Proofs } from './reading/proofs.js';
import { TableNames } from './reading/table-names.js';

/** Pools and clients of `pg`, its JavaScript implementation. */
export const postgres = {
  id: 'postgres',
  byMethods: false,
  needsRegistry: true,
  operations: (known): readonly Operation[] => known.map(operationOf),
  expects: 'a Pool or Client of pg (the native binding is not supported)',
  recognises: (client: object) => isPool(client) || isClient(client),
  wrap: <T extends object>(client: T, gate: Gate, context?: WrapContext): T => {
    // A parser that cannot be loaded is reported by the first call.
    loadParser().catch(() => undefined);
    return membraneFor(gate, context?.settings.holdLocksMs ?? 30_000).wrap(client);
  },
} satisfies WrappableConnector;

function membraneFor(gate: Gate, holdLocksMs: number): Membrane {
  const names = new TableNames();
  const proofs = new Proofs();
  const rulesOf = new WeakMap<object, Rules>();
  const membrane = new Membrane({
    governs: (value) => isClient(value) || isPool(value),
    member: (target, key, value) => {
      let rules = rulesOf.get(target);
      if (!rules) {
        rules = isPool(target) ? poolRules(target) : isClient(target) ? clientRules(target) : {};
        rulesOf.set(target, rules);
      }
      if (Object.hasOwn(rules, key)) return rules[key];
      const isPart = !isPool(target) && !isClient(target);
      if (isPart || LISTENER_METHODS.has(key)) return ruleOfPart(target, key, value);
      return isOwnMethod(target, key, value) ? { kind: 'own' } : undefined;
    },
  });

  function poolRules(pool: RawPool): Rules {
    const present = (client: unknown) => membrane.present(client);
    const governor = new PoolGovernor(pool, gate, present, names, proofs);
    const { own, waiting } = poolParts(pool, present);
    if (pool._pendingQueue) rulesOf.set(pool._pendingQueue, waiting);
    return {
      ...own,
      query: { kind: 'call', call: (args) => governor.query(args) },
      connect: { kind: 'call', call: (args) => governor.connect(args) },
      end: { kind: 'call', call: (args) => governor.end(args) },
    };
  }

  function clientRules(client: RawClient): Rules {
    const governor = new ClientGovernor(client, gate, names, proofs, holdLocksMs);
    const { own, waiting } = clientParts((args) => governor.query(args));
    if (client._queryQueue) rulesOf.set(client._queryQueue, waiting);
    return {
      ...own,
      query: { kind: 'call', call: (args) => governor.query(args) },
      end: { kind: 'call', call: (args) => governor.end(args) },
      release: { kind: 'call', call: ([destroy]) => governor.release(destroy) },
      connect: { kind: 'call', call: ([callback]) => connect(client, callback) },
    };
  }

  function connect(client: RawClient, callback: unknown): unknown {
    const connected = Promise.resolve(client.connect()).then(() => membrane.present(client));
    return answer(typeof callback === 'function' ? (callback as never) : null, connected);
  }

  return membrane;
}
