import { dynamodb as dynamodbClient } from './clients/aws/dynamodb.js';
import { s3 as s3Client } from './clients/aws/s3.js';
import { github as githubClient } from './clients/github/github.js';
import { gcal as gcalClient, gdrive as gdriveClient, gmail as gmailClient } from './clients/google/google.js';
import { hubspot as hubspotClient } from './clients/hubspot/hubspot.js';
import { linear as linearClient } from './clients/linear/linear.js';
import { mysql as mysqlClient } from './clients/mysql/connector.js';
import { notion as notionClient } from './clients/notion/notion.js';
import { redis as redisClient } from './clients/redis/redis.js';
import { slack as slackClient } from './clients/slack/slack.js';
import { stripe as stripeClient } from './clients/stripe/stripe.js';
import { methodConnector } from './method-client/method-client.js';

export { postgres } from './clients/pg/connector.js';
export { type Wrap, wrapWith } from './wrap-with.js';
export type { WrappableConnector } from './wrapping/wrappable-connector.js';

// A bundler leaves out the connectors that a program does not import.
export const stripe = /* @__PURE__ */ methodConnector(stripeClient);
export const github = /* @__PURE__ */ methodConnector(githubClient);
export const slack = /* @__PURE__ */ methodConnector(slackClient);
export const gmail = /* @__PURE__ */ methodConnector(gmailClient);
export const gcal = /* @__PURE__ */ methodConnector(gcalClient);
export const gdrive = /* @__PURE__ */ methodConnector(gdriveClient);
export const s3 = /* @__PURE__ */ methodConnector(s3Client);
export const dynamodb = /* @__PURE__ */ methodConnector(dynamodbClient);
export const redis = /* @__PURE__ */ methodConnector(redisClient);
export const mysql = /* @__PURE__ */ methodConnector(mysqlClient);
export const notion = /* @__PURE__ */ methodConnector(notionClient);
export const hubspot = /* @__PURE__ */ methodConnector(hubspotClient);
export const linear = /* @__PURE__ */ methodConnector(linearClient);
