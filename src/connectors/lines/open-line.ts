import { openAws } from '../aws/aws-line.js';
import type { ConnectorContext } from '../connector.js';
import { connect as connectMysql } from '../mysql/connection.js';
import { parseTarget as mysqlTarget } from '../mysql/target.js';
import { connect as connectPostgres } from '../postgres/connection.js';
import { parseTarget as postgresTarget } from '../postgres/target.js';
import { openRedis } from '../redis/connection.js';
import { openHttp } from './http-line.js';
import type { LineKind, Lines } from './line.js';

type Openers = {
  readonly [K in LineKind]: (context: ConnectorContext, options: Lines[K]['options']) => Promise<Lines[K]['line']>;
};

const OPENERS: Openers = {
  http: async (context, { maxBytes }) => openHttp({ ...context, maxBytes }),
  aws: (context, { maxBytes }) => openAws({ ...context, maxBytes }),
  postgres: (context) => connectPostgres(postgresTarget(context.credentials.connectionString), context),
  mysql: (context) => connectMysql(mysqlTarget(context.credentials.connectionString), context),
  redis: openRedis,
};

/** A line of this process. @throws as its provider's client does when it connects */
export function openLine<K extends LineKind>(
  kind: K,
  context: ConnectorContext,
  options: Lines[K]['options'],
): Promise<Lines[K]['line']> {
  return OPENERS[kind](context, options);
}
