import type { Interceptor } from '../../method-client/interceptor.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { objectOf } from '../../method-client/one-parameter.js';
import type { WrapContext } from '../../wrapping/wrappable-connector.js';
import type { Connection, ConnectionAdapter, Pool } from './connection-adapter.js';
import { ConnectionInterceptor, type Shared } from './connection-interceptor.js';
import { ConnectionReports } from './connection-report.js';
import { isStatement, StatementInterceptor } from './prepared-interceptor.js';
import { Proofs } from './proofs.js';
import { ServerReading } from './server-reading.js';
import { Transactions } from './transactions.js';

/** Pools and connections of `mysql2` and `mysql2/promise`. */
export const mysql: MethodClient = {
  id: 'mysql',
  expects: 'a Pool or Connection of mysql2 or mysql2/promise (of a PoolCluster, wrap each connection that it gives)',
  recognises: (client) => adapterOf(client) !== null,
  interceptor: (client, context) => kinds(context)(client) ?? NOTHING,
  kindOf: kinds,
};

const NOTHING: Interceptor = { member: () => undefined };
type KindOf = (value: object) => Interceptor | null;
const known = new WeakMap<WrapContext, KindOf>();

function kinds(context: WrapContext): KindOf {
  const kindOf = known.get(context) ?? newKinds(context);
  known.set(context, kindOf);
  return kindOf;
}

function newKinds({ operations, settings }: WrapContext): KindOf {
  const shared: Shared = {
    operations: new Map(operations.map((operation) => [operation.path, operation])),
    transactions: new Transactions(),
    flights: new WeakMap(),
    reading: new ServerReading(),
    proofs: new Proofs(),
    reports: new ConnectionReports(),
    holdLocksMs: settings.holdLocksMs,
  };
  return (value) => {
    const adapter = adapterOf(value);
    if (adapter) return new ConnectionInterceptor(adapter, shared);
    return isStatement(value) ? new StatementInterceptor(value, shared) : null;
  };
}

/** Recognises the object by its members: a client may come from a copy of the package that cannot be imported here. */
function adapterOf(value: object): ConnectionAdapter | null {
  const { query, execute, connection, pool, config, Promise: promises } = objectOf(value);
  const promised = (core: unknown) => () => (core as { promise(): Connection | Pool }).promise();
  if (typeof query !== 'function' || typeof execute !== 'function') return null;
  if (typeof promises === 'function') {
    if (typeof connection === 'object' && connection !== null)
      return { isPromised: true, connection, core: connection, promised: promised(connection) };
    if (typeof pool !== 'object' || pool === null) return null;
    return { isPromised: true, connection: null, core: pool, promised: promised(pool) };
  }
  if (typeof config !== 'object' || config === null) return null;
  const isPool = 'getConnection' in value;
  return { isPromised: false, connection: isPool ? null : value, core: value, promised: promised(value) };
}
