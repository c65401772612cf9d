import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type gmail_v1, gmail as gmailClient } from '@googleapis/gmail';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import { perform, roundTrip, type Trip, undo } from '../../../src/connectors/connector.testkit.js';
import { gmail } from '../../../src/connectors/gmail/gmail.connector.js';
import { unique } from '../../support/client.js';
import { contextWith, type Google, startGoogle } from '../../support/google.js';
import { newScenario } from '../../support/scenario.js';
import { http } from '../subjects/http.js';
import { stripe } from '../subjects/stripe.js';
import { given, type Subject } from '../subjects/subject.js';

/** Longer than the seconds that providers tell of. */
const A_WHILE_MS = 5_000;

/** The agent creates a resource, and reports another one as the one it created. */
const claiming = (trip: Trip, reported: unknown): Trip => ({
  ...trip,
  act: async () => {
    await trip.act();
    return reported;
  },
});

async function deletesNothing(trip: Trip): Promise<string> {
  const effect = await perform(trip);
  const now = await trip.state();
  const report = await undo(trip, effect);
  expect(['conflict', 'impossible']).toContain(report.outcome);
  expect(await trip.state()).toEqual(now);
  return report.detail;
}

describe.each([
  ['a customer of Stripe', stripe],
  ['a thing of json-server', () => http()],
])('%s', (_, start) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await start();
  });
  afterAll(() => subject.stop());

  it('that another client made before is not deleted for an agent who reports it', async () => {
    const absent = await given(subject.newAbsent)();
    const equal = absent.make();
    const theirs = (await equal.act()) as Json;
    await sleep(A_WHILE_MS);
    const call = claiming(equal, theirs);
    const scenario = await newScenario(call);
    await scenario.run(call);
    const now = await absent.state();
    const { displayStatus, details } = await scenario.rollBack();
    expect([displayStatus, details]).toEqual(['ROLLBACK_FAILED', [expect.stringMatching(/before/)]]);
    expect(await absent.state()).toEqual(now);
    expect(now).toHaveLength(2);
  });
});

describe('over http', () => {
  let subject: Subject;
  let things: string;
  beforeAll(async () => {
    subject = await http();
    things = `${subject.context.credentials.baseUrl}/things`;
  });
  afterAll(() => subject.stop());

  const post = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(things, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as JsonObject;
  };
  const all = async () => (await (await fetch(things)).json()) as unknown[];
  const creation = async (body: JsonObject): Promise<Trip> => {
    const { connector, context } = (await given(subject.newAbsent)()).make();
    const payload = { path: '/things', body };
    return { connector, context, apiName: 'http.requests.post', payload, act: () => post(body), state: all };
  };

  it('a thing is not captured for a payload that names no field, whatever the report says of it', async () => {
    const { connector, context, apiName, payload } = await creation({});
    expect(await connector.capture({ apiName, payload }, context)).toEqual({
      captured: false,
      reason: 'the body of the call names no field',
    });
  });

  it('a thing is not captured while the provider is too busy to list what is there', async () => {
    const busy = createServer((_, response) => response.writeHead(503).end());
    busy.listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    try {
      const { connector, context, apiName, payload } = await creation({ name: unique('own') });
      const credentials = { ...context.credentials, baseUrl: `http://127.0.0.1:${port}` };
      expect(await connector.capture({ apiName, payload }, { ...context, credentials })).toEqual({
        captured: false,
        reason: expect.stringContaining('503'),
      });
    } finally {
      busy.close();
    }
  });

  it('a thing of a path that lists nothing is deleted by an operator who wants it so, and by no other', async () => {
    const operations = JSON.parse(String(subject.context.credentials.operations));
    const unlisted = operations.map((one: { method: string; path: string }) =>
      one.method === 'POST' ? { ...one, path: '/unlisted' } : one,
    );
    const credentials = { ...subject.context.credentials, operations: JSON.stringify(unlisted) };
    const call = await creation({ name: unique('own') });
    const trip = {
      ...{ ...call, payload: { ...call.payload, path: '/unlisted' } },
      context: { ...subject.context, credentials },
    };
    const effect = await perform(trip);
    expect(trip.connector.plan(effect).remains).toEqual([
      expect.stringContaining('stays unless an operator forces its removal'),
    ]);
    const before = (await all()).length;
    expect(await undo(trip, effect)).toMatchObject({
      outcome: 'conflict',
      detail: expect.stringContaining('nothing shows that it was not there before'),
    });
    expect(await all()).toHaveLength(before);
    expect(await undo(trip, effect, 'force')).toMatchObject({ outcome: 'done' });
    expect(await all()).toHaveLength(before - 1);
  });
});

describe('in a mailbox', () => {
  let google: Google;
  let mailbox: gmail_v1.Gmail;
  beforeAll(async () => {
    google = await startGoogle();
    mailbox = gmailClient({ version: 'v1', ...google.options });
  });
  afterAll(() => google.stop());

  const userId = 'me';

  it('a draft that was there is not deleted for an agent who reports it', async () => {
    const raw = Buffer.from(`To: b@example.com\r\nSubject: ${unique('s')}\r\n\r\nText`).toString('base64url');
    const payload = { userId, requestBody: { message: { raw } } };
    const make = async () => (await mailbox.users.drafts.create(payload)).data;
    const count = async () => ((await mailbox.users.drafts.list({ userId })).data.drafts ?? []).length;
    const call: Trip = {
      ...{ connector: gmail, context: contextWith(google.token), apiName: 'gmail.drafts.create' },
      ...{ payload: payload as JsonObject, act: make, state: count },
    };
    const theirs = await make();
    expect(await deletesNothing(claiming(call, theirs))).toContain('nothing shows that it was not there before');
    await roundTrip(call);
  });

  it('a filter that was there is not deleted for an agent who reports it', async () => {
    const requestBody = { criteria: { from: `${unique('a')}@example.com` }, action: { addLabelIds: ['STARRED'] } };
    const payload = { userId, requestBody };
    const { filters } = mailbox.users.settings;
    const { data: theirs } = await filters.create(payload);
    const count = async () => ((await filters.list({ userId })).data.filter ?? []).length;
    const call: Trip = {
      ...{ connector: gmail, context: contextWith(google.token), apiName: 'gmail.settings.filters.create' },
      ...{ payload: payload as JsonObject, act: async () => theirs, state: count },
    };
    expect(await deletesNothing(call)).toContain('nothing shows that it was not there before');
  });
});
