import { LISTENER_METHODS } from '../../../wrapping/listener-methods.js';
import type { MemberRule } from '../../../wrapping/membrane.js';
import { isClient, isPool, type RawPool } from './objects.js';

export type Rules = Readonly<Record<PropertyKey, MemberRule>>;
type Method = (...args: unknown[]) => unknown;
type Present = (value: unknown) => unknown;

const DESCEND: MemberRule = { kind: 'descend' };
const REFUSED: MemberRule = { kind: 'refuse', reason: 'Messages of the wire protocol are not sent past the gate.' };
const refusing = (names: readonly string[]): Rules => Object.fromEntries(names.map((name) => [name, REFUSED]));

const CONNECTION: Rules = {
  ...refusing(['query', 'parse', 'bind', 'execute', 'sendCopyFromChunk', 'endCopyFrom', '_send']),
  stream: DESCEND,
};
const SOCKET = refusing(['write', '_write', '_writev', 'end', 'pipe']);
/** Members of a pool or a client itself that are no methods of the application. */
const MADE_BY_PG = new Set<PropertyKey>(['constructor', 'Client', 'Promise', '_Promise', 'log']);

/** A member of something that belongs to a pool or a client: of its connection, its socket, one of its lists. */
export function ruleOfPart(part: object, key: PropertyKey, value: unknown): MemberRule | undefined {
  if (LISTENER_METHODS.has(key)) return { kind: 'listener' };
  if (Array.isArray(part)) return isIdleItem(value) ? DESCEND : undefined;
  const rules = 'setKeepAlive' in part ? SOCKET : 'parse' in part ? CONNECTION : {};
  return Object.hasOwn(rules, key) ? rules[key] : undefined;
}

/**
 * Returns the members that the pool's own methods use when they are called on the governed pool: it hands out no bare
 * client.
 */
export function poolParts(pool: RawPool, present: Present): { own: Rules; waiting: Rules } {
  const presenting = (item: unknown) => {
    const { callback } = item as { callback: Method };
    const handed: Method = (error, client, release) => callback(error, present(client), release);
    return Object.assign(item as object, { callback: handed });
  };
  const calling = (owner: object, name: string): MemberRule => ({
    kind: 'call',
    call: ([item]) => Reflect.apply(Reflect.get(owner, name) as Method, owner, [presenting(item)]),
  });
  const own: Rules = {
    _clients: DESCEND,
    _idle: DESCEND,
    _pendingQueue: DESCEND,
    newClient: calling(pool, 'newClient'),
    _acquireClient: REFUSED,
    _afterConnect: REFUSED,
  };
  return { own, waiting: { push: calling(pool._pendingQueue ?? [], 'push') } };
}

/** Returns the same for a client: a query that is put into its queue is asked for like a call. */
export function clientParts(query: (args: unknown[]) => unknown): { own: Rules; waiting: Rules } {
  const waiting: Rules = {
    push: { kind: 'call', call: (queries) => void queries.map((one) => query([one])) },
    unshift: REFUSED,
    splice: REFUSED,
  };
  return { own: { connection: DESCEND, _queryQueue: DESCEND }, waiting };
}

/** A method that the application gave its pool or client: on the object, or in a class that extends that of pg. */
export function isOwnMethod(target: object, key: PropertyKey, value: unknown): boolean {
  if (typeof value !== 'function' || MADE_BY_PG.has(key) || /^class\b/.test(Function.prototype.toString.call(value)))
    return false;
  const levels = levelsOf(target);
  const ofPg = levels.findLastIndex((level) => Object.hasOwn(level, 'query'));
  return levels.slice(0, ofPg).some((level) => Object.hasOwn(level, key));
}

function levelsOf(target: object): object[] {
  const levels: object[] = [];
  for (let level: object | null = target; level; level = Reflect.getPrototypeOf(level)) levels.push(level);
  return levels;
}

function isIdleItem(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !isPool(value) && !isClient(value) && 'client' in value;
}
