import type { Member, Place, Way } from '../method-client/place.js';
import { ConnectionPlace, type Shared } from './connection-place.js';
import type { Connection as Promised } from './face.js';
import { holdCall } from './held-call.js';
import { executed } from './statement/statement-call.js';

type Method = (...args: unknown[]) => unknown;
interface Connection {
  execute: Method;
  promise(): Promised & { execute: Method };
}
interface Prepared {
  readonly query: string;
  readonly _connection: Connection;
  execute: Method;
}
const CALLBACK: Way = { kind: 'refuse', reason: 'A statement of promises is given values, and no callback.' };

type Statement = Prepared | { readonly statement: Prepared; execute: Method };

export function isStatement(value: object): value is Statement {
  const own = 'statement' in value && 'Promise' in value ? (value.statement as object | null) : value;
  return !!own && 'execute' in value && '_connection' in own && 'query' in own && typeof own.query === 'string';
}

/** A prepared statement: its SQL is known since it was prepared. */
export class StatementPlace implements Place {
  readonly #ways: Readonly<Record<string, Way>>;

  constructor(statement: Statement, shared: Shared) {
    const isPromised = 'statement' in statement;
    const { query: sql, _connection: connection } = isPromised ? statement.statement : statement;
    const place = new ConnectionPlace(
      { isPromised, connection, core: connection, promised: () => connection.promise() },
      shared,
    );
    const route = (args: readonly unknown[]): Way | null => {
      const [first] = args;
      if (isPromised && typeof first === 'function') return CALLBACK;
      const values = typeof first === 'function' ? [] : (first ?? []);
      const callback = typeof args.at(-1) === 'function' ? [args.at(-1)] : [];
      const other: Method = (...given) => (isPromised ? connection.promise() : connection).execute(...given);
      const call: Method = (text, ...rest) => (text === sql ? statement.execute(...rest) : other(text, ...rest));
      const read = { args, call: (...given: unknown[]) => place.noted(statement.execute(...given)) };
      const instead = { args: [sql, values], call };
      const hold = () =>
        holdCall(statement, (holding) => place.noted(Reflect.apply(statement.execute, holding, args)), args.at(-1));
      return place.statement([sql, values, ...callback], executed, { read, write: instead, instead, hold });
    };
    this.#ways = { execute: { kind: 'route', route }, close: { kind: 'route', route: () => place.inOrder() } };
  }

  member(key: PropertyKey): Member | undefined {
    const way = typeof key === 'string' && Object.hasOwn(this.#ways, key) ? this.#ways[key] : undefined;
    return way && { way };
  }
}
