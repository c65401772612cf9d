import type { CallRule, InterceptedMember, Interceptor } from '../../method-client/interceptor.js';
import type { Connection as Promised } from './connection-adapter.js';
import { ConnectionInterceptor, type Shared } from './connection-interceptor.js';
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
const CALLBACK: CallRule = { kind: 'refuse', reason: 'A statement of promises is given values, and no callback.' };

type Statement = Prepared | { readonly statement: Prepared; execute: Method };

export function isStatement(value: object): value is Statement {
  const own = 'statement' in value && 'Promise' in value ? (value.statement as object | null) : value;
  return !!own && 'execute' in value && '_connection' in own && 'query' in own && typeof own.query === 'string';
}

/** A prepared statement: its SQL is known since it was prepared. */
export class StatementInterceptor implements Interceptor {
  readonly #rules: Readonly<Record<string, CallRule>>;

  constructor(statement: Statement, shared: Shared) {
    const isPromised = 'statement' in statement;
    const { query: sql, _connection: connection } = isPromised ? statement.statement : statement;
    const interceptor = new ConnectionInterceptor(
      { isPromised, connection, core: connection, promised: () => connection.promise() },
      shared,
    );
    const route = (args: readonly unknown[]): CallRule | null => {
      const [first] = args;
      if (isPromised && typeof first === 'function') return CALLBACK;
      const values = typeof first === 'function' ? [] : (first ?? []);
      const callback = typeof args.at(-1) === 'function' ? [args.at(-1)] : [];
      const other: Method = (...given) => (isPromised ? connection.promise() : connection).execute(...given);
      const call: Method = (text, ...rest) => (text === sql ? statement.execute(...rest) : other(text, ...rest));
      const read = { args, call: (...given: unknown[]) => interceptor.noted(statement.execute(...given)) };
      const instead = { args: [sql, values], call };
      const hold = () =>
        holdCall(
          statement,
          (holding) => interceptor.noted(Reflect.apply(statement.execute, holding, args)),
          args.at(-1),
        );
      return interceptor.statement([sql, values, ...callback], executed, { read, write: instead, instead, hold });
    };
    this.#rules = { execute: { kind: 'route', route }, close: { kind: 'route', route: () => interceptor.inOrder() } };
  }

  member(key: PropertyKey): InterceptedMember | undefined {
    const rule = typeof key === 'string' && Object.hasOwn(this.#rules, key) ? this.#rules[key] : undefined;
    return rule && { rule };
  }
}
