import { WrapOptionsError } from '../errors.js';
import type { MethodClient } from '../method-client/method-client.js';
import type { Member, Place, Way } from '../method-client/place.js';
import type { OperationType } from '../wire/wire.js';
import { pathMatches, type WrapOptions } from '../wrapping/options.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import { carriesMethods, isClass, isListenerMethod, isUniversal, methodPaths } from './members.js';
import { anyArguments } from './plain-signature.js';

const TYPES = Object.keys({
  ...{ CREATE: true, UPDATE: true, DELETE: true, EXECUTE: true, READ: true },
} satisfies Record<OperationType, true>) as readonly OperationType[];
const ENDS = new Set<PropertyKey>(['end', 'close', 'disconnect', 'quit']);

export interface Rules {
  readonly types: ReadonlyMap<string, OperationType>;
  isRead(path: string): boolean;
}

/**
 * Objects of no known kind. Fails closed: every method is an operation of type EXECUTE with its arguments as
 * `{ args: […] }`, unless the options say what it does, or that it only reads.
 * @throws WrapOptionsError
 */
export function plainObject(options: WrapOptions): MethodClient {
  const { connector } = options;
  if (typeof connector !== 'string' || !/^[A-Za-z][\w-]*$/.test(connector)) {
    throw new WrapOptionsError('connector must be a name of letters, digits, - and _');
  }
  const rules = rulesOf(options);
  const operationAt = (path: string): Operation => ({
    path,
    apiName: `${connector}.${path}`,
    operationType: rules.types.get(path) ?? 'EXECUTE',
  });
  return {
    id: connector,
    expects: 'an object with methods',
    recognises: (client) => typeof client === 'object' && client !== null,
    operations: (_known, client) => {
      // Accessors are not run; what the options name is known as well.
      const paths = new Set([...methodPaths(client), ...rules.types.keys()]);
      return [...paths].filter((path) => !rules.isRead(path)).map(operationAt);
    },
    place: () => new PlainPlace('', rules, operationAt),
  };
}

class PlainPlace implements Place {
  readonly #inner = new Map<string, PlainPlace>();
  readonly #ways = new Map<string, Way>();

  constructor(
    readonly path: string,
    private readonly rules: Rules,
    private readonly operationAt: (path: string) => Operation,
  ) {}

  member(key: PropertyKey, value: unknown): Member | undefined {
    if (typeof key !== 'string') return undefined;
    if (typeof value !== 'function') return carriesMethods(value) ? { place: this.#at(key) } : undefined;
    if (isListenerMethod(key, value)) return { way: { kind: 'listener' } };
    if (isUniversal(key, value) || isClass(value)) return undefined;
    const way = this.#ways.get(key) ?? this.#way(key);
    this.#ways.set(key, way);
    return { way };
  }

  admits(value: object): boolean {
    return carriesMethods(value);
  }

  #at(key: string): PlainPlace {
    const place = this.#inner.get(key) ?? new PlainPlace(this.#pathOf(key), this.rules, this.operationAt);
    this.#inner.set(key, place);
    return place;
  }

  #pathOf(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  #way(key: string): Way {
    const path = this.#pathOf(key);
    if (this.rules.isRead(path)) return { kind: 'factory', place: this.#at(key) };
    const operation: Way = { kind: 'operation', operation: this.operationAt(path), signature: anyArguments };
    if (this.path !== '' || !ENDS.has(key) || this.rules.types.has(path)) return operation;
    // Without arguments the client itself is ended; with them it may be anything.
    const isEnd = (args: readonly unknown[]) => args.every((arg) => typeof arg === 'function');
    return { kind: 'route', route: (args) => (isEnd(args) ? { kind: 'close' } : operation) };
  }
}

/** What the options say of methods that are known from nowhere else. @throws WrapOptionsError */
export function rulesOf({ connector, operations = {}, reads = [] }: WrapOptions): Rules {
  const declared = typeof operations === 'object' && operations !== null ? Object.entries(operations) : [['', '']];
  for (const [path, type] of declared) {
    if (path === '' || !TYPES.includes(type as OperationType)) {
      throw new WrapOptionsError(`operations must be an object of method paths and one of ${TYPES.join(', ')} each`);
    }
  }
  const types = new Map(declared as [string, OperationType][]);
  if (!Array.isArray(reads) || reads.some((path) => typeof path !== 'string' || path === '')) {
    throw new WrapOptionsError('reads must be an array of method paths');
  }
  const isNamed = (path: string) => reads.some((one) => pathMatches(one, `${connector}.${path}`, connector));
  const isRead = (path: string) => types.get(path) === 'READ' || (!types.has(path) && isNamed(path));
  return { types, isRead };
}
