import { openAws } from '../aws/aws-line.js';
import { caldavAccess } from '../caldav/access.js';
import type { ConnectorContext } from '../connector.js';
import { githubAccess } from '../github/access.js';
import { googleAccess } from '../google/access.js';
import { httpAccess } from '../http/access.js';
import { connect as connectMysql } from '../mysql/server/connection.js';
import { parseTarget as mysqlTarget } from '../mysql/server/target.js';
import { connect as connectPostgres } from '../postgres/server/connection.js';
import { parseTarget as postgresTarget } from '../postgres/server/target.js';
import { openRedis } from '../redis/server/connection.js';
import { slackAccess } from '../slack/access.js';
import { stripeAccess } from '../stripe/access.js';
import { openHttp } from './http-line.js';
import type { Lines } from './line.js';

const OPENERS: { readonly [K in keyof Lines]: (context: ConnectorContext) => Promise<Lines[K]> } = {
  caldav: (context) => openHttp(caldavAccess, context),
  dynamodb: (context) => openAws('dynamodb', context),
  gcal: (context) => openHttp(googleAccess('gcal'), context),
  gdrive: (context) => openHttp(googleAccess('gdrive'), context),
  github: (context) => openHttp(githubAccess, context),
  gmail: (context) => openHttp(googleAccess('gmail'), context),
  http: (context) => openHttp(httpAccess, context),
  mysql: (context) => connectMysql(mysqlTarget(context.credentials.connectionString), context),
  postgres: (context) => connectPostgres(postgresTarget(context.credentials.connectionString), context),
  redis: openRedis,
  s3: (context) => openAws('s3', context),
  slack: (context) => openHttp(slackAccess, context),
  stripe: (context) => openHttp(stripeAccess, context),
};

/** A line of this process. @throws as its provider's client does when it connects */
export function openLine<K extends keyof Lines>(connector: K, context: ConnectorContext): Promise<Lines[K]> {
  return OPENERS[connector](context);
}
