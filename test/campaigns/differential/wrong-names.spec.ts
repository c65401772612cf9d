import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { calendar } from '@googleapis/calendar';
import { drive } from '@googleapis/drive';
import { gmail } from '@googleapis/gmail';
import { Client as HubSpot } from '@hubspot/api-client';
import { LinearClient } from '@linear/sdk';
import { Client as Notion } from '@notionhq/client';
import { Octokit as Rest } from '@octokit/rest';
import { WebClient } from '@slack/web-api';
import { Redis } from 'ioredis';
import mysql from 'mysql2';
import promised from 'mysql2/promise';
import { Octokit } from 'octokit';
import pg from 'pg';
import Stripe from 'stripe';
import type { Session } from '../../../sdk/src/session.js';
import { SHIPPED_REGISTRY } from '../../../sdk/src/wire/shipped-registry.js';
import { wrap } from '../../../sdk/src/wrap.js';

const session = { registry: SHIPPED_REGISTRY, gate: () => ({}) } as unknown as Session;
const aws = { region: 'eu-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };

// Each name is a type error as well: `npm run check` fails where one compiles.
const WRONG: readonly (readonly [connector: string, call: () => unknown])[] = [
  // @ts-expect-error a misspelt connector
  ['postgres', () => wrap(new pg.Pool(), session, { connector: 'postgre' })],
  // @ts-expect-error a misspelt connector
  ['postgres', () => wrap(new pg.Client(), session, { connector: 'pg' })],
  // @ts-expect-error a misspelt connector
  ['mysql', () => wrap(mysql.createPool({}), session, { connector: 'mysql2' })],
  // @ts-expect-error a misspelt connector
  ['mysql', () => wrap(promised.createPool({}), session, { connector: 'mysql2' })],
  // @ts-expect-error a misspelt connector
  ['redis', () => wrap(new Redis({ lazyConnect: true }), session, { connector: 'ioredis' })],
  // @ts-expect-error a misspelt connector
  ['stripe', () => wrap(new Stripe('sk_test_x'), session, { connector: 'Stripe' })],
  // @ts-expect-error a misspelt connector
  ['github', () => wrap(new Octokit(), session, { connector: 'gihub' })],
  // @ts-expect-error a misspelt connector
  ['github', () => wrap(new Rest(), session, { connector: 'octokit' })],
  // @ts-expect-error a misspelt connector
  ['slack', () => wrap(new WebClient(), session, { connector: 'slak' })],
  // @ts-expect-error a misspelt connector
  ['gmail', () => wrap(gmail('v1'), session, { connector: 'mail' })],
  // @ts-expect-error a misspelt connector
  ['gcal', () => wrap(calendar('v3'), session, { connector: 'calendar' })],
  // @ts-expect-error a misspelt connector
  ['gdrive', () => wrap(drive('v3'), session, { connector: 'drive' })],
  // @ts-expect-error a misspelt connector
  ['s3', () => wrap(new S3Client(aws), session, { connector: 'S3' })],
  // @ts-expect-error a misspelt connector
  ['dynamodb', () => wrap(new DynamoDBClient(aws), session, { connector: 'dynamo' })],
  // @ts-expect-error a misspelt connector
  ['notion', () => wrap(new Notion(), session, { connector: 'notin' })],
  // @ts-expect-error a misspelt connector
  ['hubspot', () => wrap(new HubSpot(), session, { connector: 'hub' })],
  // @ts-expect-error a misspelt connector
  ['linear', () => wrap(new LinearClient({ apiKey: 'x' }), session, { connector: 'liner' })],
];

describe('a known client under a wrong name', () => {
  it.each(WRONG)('does not compile, and is refused with the name %s when it runs', (connector, call) => {
    expect(call).toThrow(`its connector is '${connector}'`);
  });

  it('compiles and runs under its own name, and an object of no known kind under any name', () => {
    for (const connector of ['crm', 'gmai1']) expect(() => wrap({ send() {} }, session, { connector })).not.toThrow();
    expect(() => wrap({ send() {} }, session, { connector: 'mail' })).not.toThrow();
    expect(() => wrap(new pg.Pool(), session, { connector: 'postgres' })).not.toThrow();
    expect(() => wrap(mysql.createPool({}), session, { connector: 'mysql' })).not.toThrow();
  });
});
