import { airtable } from './airtable/airtable.connector.js';
import { caldav } from './caldav/caldav.connector.js';
import type { Connector } from './connector.js';
import { dynamodb } from './dynamodb/dynamodb.connector.js';
import { gcal } from './gcal/gcal.connector.js';
import { gdrive } from './gdrive/gdrive.connector.js';
import { github } from './github/github.connector.js';
import { gmail } from './gmail/gmail.connector.js';
import { http } from './http/http.connector.js';
import { mcp } from './mcp/mcp.connector.js';
import { mysql } from './mysql/mysql.connector.js';
import { postgres } from './postgres/postgres.connector.js';
import { redis } from './redis/redis.connector.js';
import { s3 } from './s3/s3.connector.js';
import { slack } from './slack/slack.connector.js';
import { stripe } from './stripe/stripe.connector.js';

/** The connectors in the order of the registry. */
export const CONNECTORS: readonly Connector[] = [
  postgres,
  airtable,
  caldav,
  dynamodb,
  gcal,
  gdrive,
  github,
  gmail,
  mcp,
  mysql,
  redis,
  s3,
  slack,
  stripe,
  http,
];
