import { type gmail_v1, gmail as gmailClient } from '@googleapis/gmail';
import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { gmail } from '../../src/connectors/gmail/gmail.connector.js';
import { AS_LEFT } from '../../src/connectors/proof/proof.js';
import { unique } from '../support/client.js';
import { freePort } from '../support/free-port.mjs';
import { contextWith, type Google, startGoogle } from '../support/google.js';
import { startLosingProxy } from '../support/losing-proxy.js';
import { startProfile } from '../support/mailbox-profile.js';
import { newScenario } from '../support/scenario.js';
import { newPerformer, performedTrip, tripThroughService } from '../support/service-trip.js';

let google: Google;
let context: ConnectorContext;
let client: gmail_v1.Gmail;
const userId = 'me';

beforeAll(async () => {
  google = await startGoogle();
  context = contextWith(google.token);
  client = gmailClient({ version: 'v1', ...google.options });
});

afterAll(() => google.stop());

const labels = async () => (await client.users.labels.list({ userId })).data.labels ?? [];
const labelNamed = async (name: string) => (await labels()).filter((label) => label.name === name);
const labelsOf = async (id: string) => (await client.users.messages.get({ userId, id })).data.labelIds?.toSorted();
const data = async <T>(call: Promise<{ data: T }>) => (await call).data;

function trip(apiName: string, payload: object, act: () => Promise<unknown>, state: () => Promise<unknown>): Trip {
  return { connector: gmail, context, apiName: `gmail.${apiName}`, payload: payload as JsonObject, act, state };
}

async function newLabel(name = unique('label'), more: gmail_v1.Schema$Label = {}): Promise<string> {
  const { id } = await data(client.users.labels.create({ userId, requestBody: { name, ...more } }));
  return String(id);
}

async function newMessage(labelIds = ['INBOX', 'UNREAD']): Promise<string> {
  const raw = Buffer.from('From: a@example.com\r\nTo: b@example.com\r\nSubject: Hello\r\n\r\nText').toString(
    'base64url',
  );
  return String((await data(client.users.messages.insert({ userId, requestBody: { raw, labelIds } }))).id);
}

describe('labels of Gmail', () => {
  const creation = (requestBody: gmail_v1.Schema$Label) =>
    trip(
      'labels.create',
      { userId, requestBody },
      () => data(client.users.labels.create({ userId, requestBody })),
      () => labelNamed(String(requestBody.name)),
    );

  it('are deleted when an agent made them', async () => {
    await roundTrip(creation({ name: unique('label'), labelListVisibility: 'labelHide' }));
  });

  it('that were there before stay, whatever an agent says of their ids', async () => {
    const name = unique('label');
    const id = await newLabel(name);
    const call = creation({ name });
    const effect = await perform({ ...call, act: async () => ({ id, name }) });
    expect((await undo(call, effect, 'force')).items).toEqual([
      expect.objectContaining({ result: 'already-restored' }),
    ]);
    expect(await labelNamed(name)).toHaveLength(1);
  });

  it('that another client has changed since stay, unless it is forced', async () => {
    const call = creation({ name: unique('label') });
    const otherChange = async () => {
      const [made] = await labelNamed(String((call.payload.requestBody as JsonObject).name));
      await client.users.labels.patch({
        userId,
        id: String(made?.id),
        requestBody: { labelListVisibility: 'labelHide' },
      });
    };
    const effect = await refusesAfter(call, otherChange);
    expect((await undo(call, effect, 'force')).outcome).toBe('done');
    expect(await call.state()).toEqual([]);
  });

  it.each(['update', 'patch'] as const)('get back name, visibility and color after %s', async (verb) => {
    const color = { backgroundColor: '#000000', textColor: '#ffffff' };
    const id = await newLabel(unique('label'), { labelListVisibility: 'labelHide', color });
    const requestBody = { name: unique('renamed'), color: { backgroundColor: '#ffffff', textColor: '#000000' } };
    const act = () => data(client.users.labels[verb]({ userId, id, requestBody }));
    const call = trip(`labels.${verb}`, { userId, id, requestBody }, act, () =>
      data(client.users.labels.get({ userId, id })),
    );
    await roundTrip(call);
    await refusesAfter(call, () =>
      client.users.labels.update({
        userId,
        id,
        requestBody: { name: unique('others'), labelListVisibility: 'labelShowIfUnread' },
      }),
    );
  });

  it('lose a color that an agent gave them', async () => {
    const id = await newLabel();
    const requestBody = { color: { backgroundColor: '#ffffff', textColor: '#000000' } };
    const act = () => data(client.users.labels.patch({ userId, id, requestBody }));
    await roundTrip(
      trip('labels.patch', { userId, id, requestBody }, act, () => data(client.users.labels.get({ userId, id }))),
    );
  });

  it('that were deleted are restored once, under a new id, on the messages that carried them', async () => {
    const name = unique('label');
    const id = await newLabel(name, { labelListVisibility: 'labelHide' });
    const messages = await Promise.all([newMessage([id]), newMessage(['TRASH', id]), newMessage()]);
    const state = async () => {
      const found = (await labelNamed(name)).map(({ id: _, ...label }) => label);
      const [label] = await labelNamed(name);
      return [found, await Promise.all(messages.map(async (one) => (await labelsOf(one))?.includes(label?.id ?? '')))];
    };
    const call = trip('labels.delete', { userId, id }, () => data(client.users.labels.delete({ userId, id })), state);
    const report = await roundTrip(call);
    expect(report.detail).toContain('new id');
    expect(await labelNamed(name)).toHaveLength(1);
  });

  it('that were deleted are a CONFLICT where a message got them between the capture and the call', async () => {
    const [name, other] = [unique('label'), await newMessage()];
    const id = await newLabel(name);
    const labelled = await newMessage([id]);
    const remove = (label: string, between?: () => Promise<unknown>) =>
      trip(
        'labels.delete',
        { userId, id: label },
        async () => {
          await between?.();
          return data(client.users.labels.delete({ userId, id: label }));
        },
        () => labelNamed(name),
      );
    const put = () => client.users.messages.modify({ userId, id: other, requestBody: { addLabelIds: [id] } });
    const profile = await startProfile(google.url);
    const call = { ...remove(id, put), context: contextWith({ ...google.token, baseUrl: profile.url }) };
    const effect = await perform(call);
    const said = `was also taken from messages ${other}, which got it between the capture and the call`;
    expect(await undo(call, effect)).toMatchObject({ outcome: 'conflict', detail: expect.stringContaining(said) });
    expect(await labelNamed(name)).toEqual([]);
    expect((await undo(call, effect, 'force')).outcome).toBe('done');
    const [again] = await labelNamed(name);
    expect([await labelsOf(labelled), await labelsOf(other)]).toEqual([
      expect.arrayContaining([again?.id]),
      expect.not.arrayContaining([again?.id]),
    ]);
    await profile.stop();
  });

  it('that another client has recreated since are left alone', async () => {
    const name = unique('label');
    const id = await newLabel(name);
    const call = trip(
      'labels.delete',
      { userId, id },
      () => data(client.users.labels.delete({ userId, id })),
      () => labelNamed(name),
    );
    const effect = await perform(call);
    await newMessage([await newLabel(name)]);
    expect(await undo(call, effect, 'force')).toMatchObject({
      outcome: 'impossible',
      detail: expect.stringContaining('another client'),
    });
  });
});

describe('messages', () => {
  it('get back each label by itself', async () => {
    const [id, label] = await Promise.all([newMessage(), newLabel()]);
    const requestBody = { addLabelIds: ['STARRED', label], removeLabelIds: ['UNREAD', 'INBOX'] };
    const act = () => data(client.users.messages.modify({ userId, id, requestBody }));
    const call = trip('messages.modify', { userId, id, requestBody }, act, () => labelsOf(id));
    await roundTrip(call);
    const effect = await perform(call);
    await client.users.messages.modify({ userId, id, requestBody: { addLabelIds: ['UNREAD', 'IMPORTANT'] } });
    expect(await gmail.probeOutcome(effect, context)).toEqual(AS_LEFT);
    expect((await undo(call, effect)).outcome).toBe('done');
    expect(await labelsOf(id)).toEqual(['IMPORTANT', 'INBOX', 'UNREAD']);
  });

  it('that are gone cannot get their labels back', async () => {
    const id = await newMessage();
    const requestBody = { addLabelIds: ['STARRED'] };
    const act = () => data(client.users.messages.modify({ userId, id, requestBody }));
    const call = trip('messages.modify', { userId, id, requestBody }, act, async () => null);
    await refusesAfter(call, () => client.users.messages.delete({ userId, id }));
  });

  it('get their labels back, many at once', async () => {
    const ids = await Promise.all([newMessage(), newMessage(['STARRED']), newMessage([])]);
    const requestBody = { ids, addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD'] };
    const act = () => data(client.users.messages.batchModify({ userId, requestBody }));
    await roundTrip(trip('messages.batchModify', { userId, requestBody }, act, () => Promise.all(ids.map(labelsOf))));
  });

  it.each([
    ['trash', ['INBOX', 'UNREAD']],
    ['trash', ['STARRED']],
    ['untrash', ['TRASH', 'STARRED']],
    ['untrash', ['TRASH', 'SENT']],
  ] as const)('are taken back after %s with %j', async (verb, labelIds) => {
    const id = await newMessage([...labelIds]);
    const act = () => data(client.users.messages[verb]({ userId, id }));
    await roundTrip(trip(`messages.${verb}`, { userId, id }, act, () => labelsOf(id)));
  });
});

describe('a message of Gmail that got a label', () => {
  async function labelled(labelIds: string[]) {
    const at = { userId, id: await newMessage(labelIds) };
    const modify = async (requestBody: gmail_v1.Schema$ModifyMessageRequest) =>
      (await client.users.messages.modify({ ...at, requestBody })).data;
    const state = async () => (await client.users.messages.get(at)).data.labelIds?.toSorted();
    const call = (requestBody: { addLabelIds?: string[]; removeLabelIds?: string[] }) => ({
      ...{ connector: gmail, context, apiName: 'gmail.messages.modify' },
      ...{ payload: { ...at, requestBody }, act: () => modify(requestBody), state },
    });
    return { modify, state, call };
  }

  const ADDED = { addLabelIds: ['STARRED'] };
  const REMOVED = { removeLabelIds: ['STARRED'] };
  it.each([
    ['keeps it where a person took it off and put it on again', ['INBOX'], ADDED, REMOVED],
    [
      'or rather lost one, stays without it where a person put it on and took it off again',
      ['STARRED'],
      REMOVED,
      ADDED,
    ],
  ])('%s: UNKNOWN', async (_, labelIds, made, back) => {
    const { modify, state, call } = await labelled(labelIds);
    const before = await state();
    const scenario = await newScenario(call(made));
    const { id } = await scenario.run(call(made));
    const left = await state();
    await modify(back);
    await modify(made);
    expect((await scenario.rollBack()).outcomes).toEqual(['UNKNOWN']);
    expect(await scenario.report()).toMatchObject({ results: [{ actionId: id, isUnproved: true }] });
    expect(await state()).toEqual(left);
    expect(await scenario.isDirty()).toBe(true);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await state()).toEqual(before);
  });

  it('is as before once every call of the agent is undone, beside other labels that a person put on', async () => {
    const { modify, state, call } = await labelled(['INBOX']);
    const scenario = await newScenario(call(ADDED));
    for (const made of [ADDED, REMOVED, ADDED]) await scenario.run(call(made));
    await modify({ addLabelIds: ['IMPORTANT'] });
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await state()).toEqual(['IMPORTANT', 'INBOX']);
  });
});

describe('drafts', () => {
  const mail = (subject: string, body = 'Dear Ütopia,\r\n\r\nyours') =>
    Buffer.from(
      `To: b@example.com\r\nSubject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}`,
    ).toString('base64url');
  const drafts = async () => (await client.users.drafts.list({ userId })).data.drafts ?? [];
  const readable = async (id: string) => {
    const { message } = await data(client.users.drafts.get({ userId, id, format: 'full' }));
    return [
      message?.payload?.headers?.filter(({ name }) => ['To', 'Subject'].includes(String(name))),
      message?.payload?.body?.data,
    ];
  };
  const newDraft = async (subject: string) =>
    String((await data(client.users.drafts.create({ userId, requestBody: { message: { raw: mail(subject) } } }))).id);
  const subjects = async (subject: string) => {
    const all = await Promise.all((await drafts()).map(({ id }) => readable(String(id))));
    return all.filter((one) => JSON.stringify(one).includes(subject));
  };

  it('that an agent made are deleted', async () => {
    const subject = unique('draft');
    const requestBody = { message: { raw: mail(subject) } };
    const call = trip(
      'drafts.create',
      { userId, requestBody },
      () => data(client.users.drafts.create({ userId, requestBody })),
      () => subjects(subject),
    );
    await roundTrip(call);
    const other = await newDraft(unique('others'));
    const effect = await perform({ ...call, act: async () => ({ id: other }) });
    expect((await undo(call, effect, 'force')).outcome).toBe('conflict');
    expect((await drafts()).map(({ id }) => id)).toContain(other);
  });

  it('get back subject and text', async () => {
    const id = await newDraft(unique('draft'));
    const requestBody = { message: { raw: mail('Changed', 'Otherwise') } };
    const act = () => data(client.users.drafts.update({ userId, id, requestBody }));
    const call = trip('drafts.update', { userId, id, requestBody }, act, () => readable(id));
    await roundTrip(call);
    const effect = await refusesAfter(call, () =>
      client.users.drafts.update({ userId, id, requestBody: { message: { raw: mail('Third', 'Third') } } }),
    );
    expect((await undo(call, effect, 'force')).outcome).toBe('done');
  });

  it('that were deleted are restored once, under a new id', async () => {
    const subject = unique('draft');
    const id = await newDraft(subject);
    const act = () => data(client.users.drafts.delete({ userId, id }));
    await roundTrip(trip('drafts.delete', { userId, id }, act, () => subjects(subject)));
  });
});

describe('filters', () => {
  const filters = async () => (await client.users.settings.filters.list({ userId })).data.filter ?? [];
  const from = () => `${unique('Sender')}@example.com`;
  const without = async (sender: string) =>
    (await filters()).filter(({ criteria }) => criteria?.from === sender).map(({ id: _, ...one }) => one);

  it('that an agent made are deleted', async () => {
    const sender = from();
    const requestBody = { criteria: { from: sender }, action: { addLabelIds: ['STARRED'], removeLabelIds: ['INBOX'] } };
    const act = () => data(client.users.settings.filters.create({ userId, requestBody }));
    const call = trip('settings.filters.create', { userId, requestBody }, act, () => without(sender));
    await roundTrip(call);
    const other = await data(
      client.users.settings.filters.create({
        userId,
        requestBody: { criteria: { from: from() }, action: { addLabelIds: ['STARRED'] } },
      }),
    );
    const effect = await perform({ ...call, act: async () => ({ id: other.id }) });
    expect((await undo(call, effect, 'force')).outcome).toBe('conflict');
  });

  it('that were deleted are restored once, under a new id', async () => {
    const sender = from();
    const requestBody = { criteria: { from: sender }, action: { addLabelIds: ['STARRED'] } };
    const id = String((await data(client.users.settings.filters.create({ userId, requestBody }))).id);
    const act = () => data(client.users.settings.filters.delete({ userId, id }));
    await roundTrip(trip('settings.filters.delete', { userId, id }, act, () => without(sender)));
  });
});

describe('the gmail connector', () => {
  const capture = (credentials: Record<string, string>, more: Partial<ConnectorContext> = {}) =>
    gmail.capture(
      { apiName: 'gmail.messages.trash', payload: { userId, id: 'missing' } },
      { ...contextWith(credentials), ...more },
    );
  const failing = (part: string) => ({ captured: false, reason: expect.stringContaining(part) });

  it('says in words why it cannot read: wrong credentials, a wrong address, a private host, a server that is gone', async () => {
    const { token, credentials } = google;
    expect(await capture(token)).toMatchObject({ captured: true, content: { items: [{ reading: null }] } });
    expect(await capture(credentials)).toMatchObject({ captured: true });
    expect(await capture({ baseUrl: google.url })).toEqual(failing('store an accessToken'));
    expect(await capture({ ...credentials, refreshToken: 'wrong' })).toEqual(failing('refresh token is invalid'));
    expect(await capture({ ...credentials, clientSecret: 'wrong' })).toEqual(failing('client_secret is incorrect'));
    expect(await capture({ ...credentials, tokenUrl: `${google.url}/nowhere` })).toEqual(failing('no access token'));
    expect(await capture({ ...credentials, tokenUrl: 'http://93.184.215.14/token' })).toEqual(
      failing('must be https://'),
    );
    expect(await capture(token, { allowedPrivateHosts: [] })).toEqual(failing('does not allow its host'));
    expect(await capture(credentials, { allowedPrivateHosts: [] })).toEqual(failing('does not allow its host'));
    expect(await capture({ ...token, baseUrl: `http://127.0.0.1:${await freePort()}` })).toEqual(
      failing('ECONNREFUSED'),
    );
    await gmail.probe(contextWith(credentials));
    await expect(gmail.probe(contextWith({ ...credentials, refreshToken: 'wrong' }))).rejects.toThrow('refresh token');
  });

  it('names what nothing undoes', () => {
    const effect = { apiName: 'gmail.messages.send', payload: {}, response: undefined, snapshot: null };
    expect(gmail.plan(effect)).toMatchObject({
      class: 'impossible',
      reason: expect.stringContaining('not called back'),
    });
  });

  it('undoes through the service what an agent did, with a refresh token', async () => {
    const id = await newMessage();
    const requestBody = { addLabelIds: ['STARRED'], removeLabelIds: ['INBOX'] };
    const { plan, report } = await tripThroughService({
      connector: gmail,
      apiName: 'gmail.messages.modify',
      context: contextWith(google.credentials),
      payload: { userId, id, requestBody },
      act: () => data(client.users.messages.modify({ userId, id, requestBody })),
      state: () => labelsOf(id),
    });
    expect(plan[0]).toMatchObject({ class: 'exact', calls: [`messages.modify ${id} +INBOX -STARRED`] });
    expect(plan[0].until).toBeNull();
    expect(report.results[0]).toMatchObject({ outcome: 'ROLLED_BACK' });
  });

  it('says until when a message can be taken out of the trash again', async () => {
    const id = await newMessage();
    const begun = Date.now();
    const { plan } = await tripThroughService({
      connector: gmail,
      apiName: 'gmail.messages.trash',
      context: contextWith(google.token),
      payload: { userId, id },
      act: () => data(client.users.messages.trash({ userId, id })),
      state: () => labelsOf(id),
    });
    const days = (Date.parse(plan[0].until) - begun) / 86_400_000;
    expect(days).toBeGreaterThan(29.99);
    expect(days).toBeLessThan(30.01);
  });
});

describe('a call of Gmail that the service makes', () => {
  const mail = (subject: string, ...more: string[]) =>
    Buffer.from(['To: b@example.com', `Subject: ${subject}`, ...more, '', 'Text'].join('\r\n')).toString('base64url');
  const sentOnes = async (subject: string) =>
    (await data(client.users.messages.list({ userId, q: `subject:${subject}` }))).messages ?? [];

  it('makes a label and answers it, and a rollback deletes it', async () => {
    const requestBody = { name: unique('label') };
    const state = () => labelNamed(requestBody.name);
    const action = await performedTrip({
      connector: gmail,
      context,
      apiName: 'gmail.labels.create',
      payload: { requestBody },
      state,
    });
    expect(action.response).toMatchObject({ id: expect.any(String), name: requestBody.name });
  });

  it('sends a mail once, and proves by its Message-ID that it was sent where the answer was lost', async () => {
    const proxy = await startLosingProxy(google.url, ({ path }) => path.includes('/messages/send'));
    const { perform } = await newPerformer('gmail', { ...google.token, baseUrl: proxy.url });
    const [found, own] = [unique('found'), unique('own')];
    expect(await perform('messages.send', { requestBody: { raw: mail(found) } })).toMatchObject({
      status: 'SUCCESS',
      response: { id: expect.any(String) },
    });
    // A Message-ID that the agent chose may belong to another mail of it.
    const raw = mail(own, `Message-ID: <${own}@example.com>`);
    expect((await perform('messages.send', { requestBody: { raw } })).status).toBe('UNKNOWN');
    expect([(await sentOnes(found)).length, (await sentOnes(own)).length]).toEqual([1, 1]);
    await proxy.stop();
  });

  it('answers reads, and a read leaves nothing to undo', async () => {
    const id = await newMessage();
    const { perform, rollback } = await newPerformer('gmail', google.token);
    const read = async (apiName: string, payload: object = {}) => {
      const { status, response, operationType } = await perform(apiName, payload);
      expect([apiName, status, operationType]).toEqual([apiName, 'SUCCESS', 'READ']);
      return response;
    };
    expect(await read('messages.list', { maxResults: 5 })).toMatchObject({ messages: expect.any(Array) });
    expect(await read('messages.get', { id, format: 'minimal' })).toMatchObject({ id });
    expect(await read('labels.list')).toMatchObject({ labels: expect.any(Array) });
    expect(await read('threads.list', { q: 'in:inbox' })).toMatchObject({ threads: expect.any(Array) });
    expect(await read('drafts.list')).toBeInstanceOf(Object);
    expect(await read('settings.filters.list')).toBeInstanceOf(Object);
    // There is no effect that a rollback could undo.
    expect(await rollback()).toBeNull();
  });

  it.each([
    ['a step upwards', 'x/../../drafts'],
    ['another segment', 'x/modify'],
    ['a query', 'x?alt=media'],
  ])('sends nothing where an id is %s', async (_, id) => {
    const proxy = await startLosingProxy(google.url, () => false);
    const { perform } = await newPerformer('gmail', { ...google.token, baseUrl: proxy.url });
    expect(await perform('threads.trash', { id })).toMatchObject({
      status: 'FAILED',
      response: { refusal: { message: expect.stringContaining('more than one segment') } },
    });
    expect(proxy.asked()).toEqual([]);
    expect((await perform('threads.trash', { id: 'x' })).response.refusal.message).toContain('404');
    expect(proxy.asked()).toHaveLength(1);
    await proxy.stop();
  });

  it('returns 400 where its payload has a member that is not of the operation', async () => {
    const { ask } = await newPerformer('gmail', google.token);
    for (const more of [{ auth: 'x' }, { headers: { host: 'x' } }, { resource: {} }, { auth_: 'x' }])
      expect((await ask('messages.list', more)).status).toBe(400);
    const keyed = await ask('labels.create', { requestBody: { name: unique('label') }, key: 'x' });
    expect(keyed.body.data.response.refusal.message).toContain('key');
  });
});
