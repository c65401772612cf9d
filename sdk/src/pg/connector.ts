import { answer } from '../answer.js';
import type { Gate } from '../gate.js';
import { LISTENER_METHODS } from '../listener-methods.js';
import { type MemberRule, Membrane } from '../membrane.js';
import { type Operation, operationOf, type WrappableConnector } from '../wrappable-connector.js';
import { ClientGovernor } from './client-governor.js';
import { isClient, isPool, type RawClient, type RawPool } from './objects.js';
import { loadParser } from './parser.js';
import { PoolGovernor } from './pool-governor.js';
import { Proofs } from './proofs.js';
import { TableNames } from './table-names.js';

const PROTOCOL_METHODS = new Set<PropertyKey>([
  'query',
  'parse',
  'bind',
  'execute',
  'sendCopyFromChunk',
  'endCopyFrom',
]);
const PROTOCOL: MemberRule = { kind: 'refuse', reason: 'Messages of the wire protocol are not sent past the gate.' };

/** Pools and clients of `pg`, its JavaScript implementation. */
export const postgres = {
  id: 'postgres',
  byMethods: false,
  needsRegistry: true,
  operations: (known): readonly Operation[] => known.map(operationOf),
  expects: 'a Pool or Client of pg (the native binding is not supported)',
  recognises: (client: object) => isPool(client) || isClient(client),
  wrap: <T extends object>(client: T, gate: Gate): T => {
    // A parser that cannot be loaded is reported by the first call.
    loadParser().catch(() => undefined);
    return membraneFor(gate).wrap(client);
  },
} satisfies WrappableConnector;

function membraneFor(gate: Gate): Membrane {
  const names = new TableNames();
  const proofs = new Proofs();
  const rulesOf = new WeakMap<object, Readonly<Record<PropertyKey, MemberRule>>>();
  const membrane = new Membrane({
    governs: (value) => isClient(value) || isPool(value),
    member: (target, key) => {
      if (LISTENER_METHODS.has(key)) return { kind: 'listener' };
      let rules = rulesOf.get(target);
      if (!rules) {
        rules = isPool(target) ? poolRules(target) : isClient(target) ? clientRules(target) : {};
        rulesOf.set(target, rules);
      }
      if (Object.hasOwn(rules, key)) return rules[key];
      return isConnection(target) && PROTOCOL_METHODS.has(key) ? PROTOCOL : undefined;
    },
  });

  function poolRules(pool: RawPool): Record<string, MemberRule> {
    const governor = new PoolGovernor(pool, gate, (client) => membrane.present(client), names, proofs);
    return {
      query: { kind: 'call', call: (args) => governor.query(args) },
      connect: { kind: 'call', call: (args) => governor.connect(args) },
      end: { kind: 'call', call: (args) => governor.end(args) },
    };
  }

  function clientRules(client: RawClient): Record<string, MemberRule> {
    const governor = new ClientGovernor(client, gate, names, proofs);
    return {
      query: { kind: 'call', call: (args) => governor.query(args) },
      end: { kind: 'call', call: (args) => governor.end(args) },
      release: { kind: 'call', call: ([destroy]) => governor.release(destroy) },
      connect: { kind: 'call', call: ([callback]) => connect(client, callback) },
      connection: { kind: 'descend' },
    };
  }

  function connect(client: RawClient, callback: unknown): unknown {
    const connected = Promise.resolve(client.connect()).then(() => membrane.present(client));
    return answer(typeof callback === 'function' ? (callback as never) : null, connected);
  }

  return membrane;
}

function isConnection(target: object): boolean {
  return !isPool(target) && !isClient(target);
}
