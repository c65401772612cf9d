import { drive as driveClient } from '@googleapis/drive';
import { gmail as gmailClient } from '@googleapis/gmail';
import Stripe from 'stripe';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { gdrive } from '../../../src/connectors/gdrive/gdrive.connector.js';
import { gmail } from '../../../src/connectors/gmail/gmail.connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { stripe } from '../../../src/connectors/stripe/stripe.connector.js';
import { sampleOf } from '../../support/campaign-size.js';
import { unique } from '../../support/client.js';
import { startDriveRevisions } from '../../support/drive-revisions.js';
import { type Emulate, startEmulate } from '../../support/emulate.mjs';
import { owner, startGitHub } from '../../support/github.js';
import { contextWith, type Google, startGoogle } from '../../support/google.js';
import { type GoogleDriveMock, startGoogleDriveMock } from '../../support/google-drive-mock.mjs';
import { eventually } from '../../support/patience.mjs';
import { newScenario } from '../../support/scenario.js';
import { startSlack } from '../../support/slack.js';
import { type StripeMock, startStripeMock } from '../../support/stripe-stateful-mock.mjs';

let github: Awaited<ReturnType<typeof startGitHub>>;
let google: Google;
let mock: StripeMock;
let emulate: Emulate;
let drive: GoogleDriveMock;
let revisions: Awaited<ReturnType<typeof startDriveRevisions>>;
let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  [github, google, slack, mock, emulate, drive] = await Promise.all([
    ...([startGitHub(), startGoogle(), startSlack(), startStripeMock(), startEmulate(['stripe'])] as const),
    startGoogleDriveMock(),
  ]);
  revisions = await startDriveRevisions(drive.url);
});
afterAll(() => Promise.all([github, google, slack, mock, emulate, revisions, drive].map((one) => one.stop())));

/** Something that an agent makes, and into which another client puts something. */
interface Creation {
  readonly make: Trip;
  add(response: Json): Promise<unknown>;
}

const idOf = (response: Json) => String(objectOf(response).id);

async function label(): Promise<Creation> {
  const client = gmailClient({ version: 'v1', ...google.options });
  const payload = { userId: 'me', requestBody: { name: unique('label') } };
  const labelled = async () => {
    const { data } = await client.users.labels.list({ userId: 'me' });
    const made = data.labels?.find(({ name }) => name === payload.requestBody.name);
    if (!made?.id) return null;
    return (await client.users.messages.list({ userId: 'me', labelIds: [made.id] })).data.messages?.length;
  };
  return {
    make: {
      ...{ connector: gmail, context: contextWith(google.token), apiName: 'gmail.labels.create', payload },
      ...{ act: async () => (await client.users.labels.create(payload)).data, state: labelled },
    },
    add: async (response) => {
      const raw = Buffer.from('To: b@example.com\r\nSubject: Hello\r\n\r\nText').toString('base64url');
      await client.users.messages.insert({ userId: 'me', requestBody: { raw, labelIds: [idOf(response)] } });
    },
  };
}

async function folder(): Promise<Creation> {
  const client = driveClient({ version: 'v3', ...google.options });
  const requestBody = { name: unique('folder'), mimeType: 'application/vnd.google-apps.folder' };
  const there = async () => {
    const { data } = await client.files.list({ fields: 'files(id,name,trashed,parents)' });
    return data.files;
  };
  return {
    make: {
      ...{ connector: gdrive, context: contextWith(google.token), apiName: 'gdrive.files.create' },
      payload: { requestBody } as unknown as JsonObject,
      ...{ act: async () => (await client.files.create({ requestBody })).data, state: there },
    },
    add: (response) => client.files.create({ requestBody: { name: 'of a person', parents: [idOf(response)] } }),
  };
}

async function milestone(): Promise<Creation> {
  const { repo } = await github.newRepository();
  const state = async () =>
    (await github.agent.rest.issues.listMilestones({ owner, repo })).data.map(({ title }) => title);
  return {
    make: github.trip('github.issues.createMilestone', { owner, repo, title: 'Soon' }, state),
    add: (response) => {
      const number = Number(objectOf(objectOf(response).data).number);
      return github.agent.rest.issues.create({ owner, repo, title: 'Of a person', milestone: number });
    },
  };
}

async function branch(): Promise<Creation> {
  const { repo } = await github.newRepository();
  const { data } = await github.agent.rest.git.getRef({ owner, repo, ref: 'heads/main' });
  const state = async () =>
    (await github.agent.rest.repos.listBranches({ owner, repo })).data.map(({ name, commit }) => [name, commit.sha]);
  const ref = 'refs/heads/topic';
  return {
    make: github.trip('github.git.createRef', { owner, repo, ref, sha: data.object.sha }, state),
    add: () =>
      github.agent.rest.repos.createOrUpdateFileContents({
        ...{ owner, repo, branch: 'topic', path: 'person.txt', message: 'Of a person' },
        content: Buffer.from('text').toString('base64'),
      }),
  };
}

async function message(): Promise<Creation> {
  const channel = await slack.newChannel();
  return {
    make: slack.trip('slack.chat.postMessage', { channel, text: 'Hello' }, slack.messages(channel)),
    add: (response) =>
      slack.agent.reactions.add({ channel, timestamp: String(objectOf(response).ts), name: 'thumbsup' }),
  };
}

async function thread(): Promise<Creation> {
  const channel = await slack.newChannel();
  return {
    make: slack.trip('slack.chat.postMessage', { channel, text: 'Hello' }, slack.messages(channel)),
    add: (response) =>
      slack.agent.chat.postMessage({ channel, text: 'An answer', thread_ts: String(objectOf(response).ts) }),
  };
}

async function customer(): Promise<Creation> {
  const { hostname, port } = new URL(mock.url);
  const client = new Stripe('sk_test_agent', { protocol: 'http', host: hostname, port, telemetry: false });
  const payload = { email: `${unique('a')}@example.com` };
  const context = contextWith({ secretKey: 'sk_test_server', baseUrl: mock.url });
  const state = async () => (await client.customers.list({ email: payload.email })).data.map(({ id }) => id);
  return {
    make: {
      ...{ connector: stripe, context, apiName: 'stripe.customers.create', payload },
      ...{ act: () => client.customers.create(payload), state },
    },
    add: async (response) => {
      const { id: product } = await client.products.create({ name: 'Plan', type: 'service' });
      const plan = { product, currency: 'usd', amount: 100, interval: 'month' as const };
      const { id } = await client.plans.create(plan);
      await client.customers.createSource(idOf(response), { source: 'tok_visa' });
      return client.subscriptions.create({ customer: idOf(response), items: [{ plan: id }] });
    },
  };
}

async function issue(): Promise<Creation> {
  const { repo } = await github.newRepository();
  const state = async () =>
    (await github.agent.rest.issues.listForRepo({ owner, repo, state: 'all' })).data.map((one) => [
      one.title,
      one.state,
    ]);
  return {
    make: github.trip('github.issues.create', { owner, repo, title: 'Of the agent' }, state),
    add: (response) => {
      const issue_number = Number(objectOf(objectOf(response).data).number);
      return github.agent.rest.issues.createComment({ owner, repo, issue_number, body: 'Of a person' });
    },
  };
}

/** A repository with the branch `other`, which is one commit ahead of `main`. */
async function ahead() {
  const { repo } = await github.newRepository();
  const { rest } = github.agent;
  const { sha } = (await rest.git.getRef({ owner, repo, ref: 'heads/main' })).data.object;
  await rest.git.createRef({ owner, repo, ref: 'refs/heads/other', sha });
  const content = Buffer.from('text').toString('base64');
  await rest.repos.createOrUpdateFileContents({
    ...{ owner, repo, branch: 'other', path: 'a.txt', message: 'One ahead', content },
  });
  return { repo, sha };
}

async function branchInUse(): Promise<Creation> {
  const { repo, sha } = await ahead();
  const state = async () => (await github.agent.rest.repos.listBranches({ owner, repo })).data.map(({ name }) => name);
  return {
    make: github.trip('github.git.createRef', { owner, repo, ref: 'refs/heads/topic', sha }, state),
    add: () => github.agent.rest.pulls.create({ owner, repo, head: 'other', base: 'topic', title: 'Of a person' }),
  };
}

async function pullRequest(): Promise<Creation> {
  const { repo } = await ahead();
  const state = async () =>
    (await github.agent.rest.pulls.list({ owner, repo, state: 'all' })).data.map((one) => [one.title, one.state]);
  const payload = { owner, repo, head: 'other', base: 'main', title: 'Of the agent' };
  return {
    make: github.trip('github.pulls.create', payload, state),
    add: (response) => {
      const issue_number = Number(objectOf(objectOf(response).data).number);
      return github.agent.rest.issues.createComment({ owner, repo, issue_number, body: 'Of a person' });
    },
  };
}

async function reviewed(): Promise<Creation> {
  const { make } = await pullRequest();
  const { owner, repo } = make.payload as { owner: string; repo: string };
  return {
    make,
    add: (response) => {
      const pull_number = Number(objectOf(objectOf(response).data).number);
      return github.agent.rest.pulls.createReview({ owner, repo, pull_number, body: 'Of a person', event: 'COMMENT' });
    },
  };
}

async function tag(): Promise<Creation> {
  const { repo, sha } = await ahead();
  const state = async () => (await github.agent.rest.repos.listTags({ owner, repo })).data.map(({ name }) => name);
  return {
    make: github.trip('github.git.createRef', { owner, repo, ref: 'refs/tags/v1', sha }, state),
    add: () => github.agent.rest.repos.createRelease({ owner, repo, tag_name: 'v1', name: 'Of a person' }),
  };
}

async function release(): Promise<Creation> {
  const { repo } = await github.newRepository();
  const state = async () => (await github.agent.rest.repos.listReleases({ owner, repo })).data.map((one) => one.assets);
  return {
    make: github.trip('github.repos.createRelease', { owner, repo, tag_name: 'v1' }, state),
    add: (response) => {
      const release_id = Number(objectOf(objectOf(response).data).id);
      const asset = { baseUrl: github.baseUrl, name: 'of-a-person.txt', data: 'text' };
      return github.agent.rest.repos.uploadReleaseAsset({ owner, repo, release_id, ...asset });
    },
  };
}

/** A channel that the agent makes, and a message that it writes there. */
async function channelWith(add: (at: { channel: string; ts: string }) => Promise<unknown>): Promise<Creation> {
  const { make } = await channel();
  return {
    make,
    add: async (response) => add(await slack.newMessage(idOf(objectOf(response).channel ?? null))),
  };
}

const answeredThere = () =>
  channelWith(({ channel, ts }) => slack.person.chat.postMessage({ channel, thread_ts: ts, text: 'Of a person' }));

const reactedThere = () =>
  channelWith(({ channel, ts }) => slack.person.reactions.add({ channel, timestamp: ts, name: 'thumbsup' }));

async function channel(): Promise<Creation> {
  const name = unique('channel');
  const state = async () =>
    (await slack.agent.conversations.list({ limit: 1_000 })).channels
      ?.filter((one) => one.name === name)
      .map((one) => one.is_archived);
  return {
    make: slack.trip('slack.conversations.create', { name }, state),
    add: (response) =>
      slack.person.chat.postMessage({ channel: idOf(objectOf(response).channel ?? null), text: 'Of a person' }),
  };
}

async function product(): Promise<Creation> {
  const url = emulate.urls.stripe ?? '';
  const { hostname, port } = new URL(url);
  const client = new Stripe('sk_test_agent', { protocol: 'http', host: hostname, port, telemetry: false });
  const payload = { name: unique('Box') };
  const context = contextWith({ secretKey: 'sk_test_server', baseUrl: url });
  const state = async () =>
    (await client.products.list()).data.filter(({ name }) => name === payload.name).map(({ active }) => active);
  return {
    make: {
      ...{ connector: stripe, context, apiName: 'stripe.products.create', payload },
      ...{ act: () => client.products.create(payload), state },
    },
    add: (response) => client.prices.create({ product: idOf(response), currency: 'eur', unit_amount: 700 }),
  };
}

async function price(): Promise<Creation> {
  const { hostname, port } = new URL(mock.url);
  const secretKey = `sk_test_${unique('a')}`;
  const client = new Stripe(secretKey, { protocol: 'http', host: hostname, port, telemetry: false });
  const { id: product } = await client.products.create({ name: 'Box', type: 'service' });
  const payload = { product, currency: 'eur', unit_amount: 700, recurring: { interval: 'month' as const } };
  const context = contextWith({ secretKey, baseUrl: mock.url });
  const state = async () => (await client.prices.list({ product })).data.map(({ active }) => active);
  return {
    make: {
      ...{ connector: stripe, context, apiName: 'stripe.prices.create', payload },
      ...{ act: () => client.prices.create(payload), state },
    },
    add: async (response) => {
      const { id: customer } = await client.customers.create({ source: 'tok_visa' });
      // The stand-in wants a plan beside the price.
      const { id: plan } = await client.plans.create({ product, currency: 'eur', amount: 700, interval: 'month' });
      return client.subscriptions.create({ customer, items: [{ price: idOf(response), plan }] });
    },
  };
}

async function repositoryLabel(): Promise<Creation> {
  const { repo } = await github.newRepository();
  const state = async () => (await github.agent.rest.issues.listForRepo({ owner, repo, labels: 'urgent' })).data.length;
  return {
    make: github.trip('github.issues.createLabel', { owner, repo, name: 'urgent', color: 'ff0000' }, state),
    add: () => github.agent.rest.issues.create({ owner, repo, title: 'Of a person', labels: ['urgent'] }),
  };
}

async function reopenedIssue(): Promise<Creation> {
  const at = (await github.newIssue()) as unknown as { owner: string; repo: string; issue_number: number };
  const { issues } = github.agent.rest;
  await issues.createComment({ ...at, body: 'Of before' });
  await issues.update({ ...at, state: 'closed' });
  return {
    make: github.trip('github.issues.update', { ...at, state: 'open' }, async () => (await issues.get(at)).data.state),
    add: () => issues.createComment({ ...at, body: 'Of a person' }),
  };
}

async function unlockedIssue(): Promise<Creation> {
  const at = (await github.newIssue()) as unknown as { owner: string; repo: string; issue_number: number };
  const { issues } = github.agent.rest;
  await issues.lock({ ...at, lock_reason: 'resolved' });
  return {
    make: github.trip('github.issues.unlock', at, async () => (await issues.get(at)).data.locked),
    add: () => issues.createComment({ ...at, body: 'Of a person' }),
  };
}

async function reopenedPull(): Promise<Creation> {
  const { repo } = await ahead();
  const { pulls, repos } = github.agent.rest;
  const { data } = await pulls.create({ owner, repo, head: 'other', base: 'main', title: 'Of a person' });
  const at = { owner, repo, pull_number: data.number };
  await pulls.update({ ...at, state: 'closed' });
  return {
    make: github.trip('github.pulls.update', { ...at, state: 'open' }, async () => (await pulls.get(at)).data.state),
    add: async () => {
      const commit_id = (await repos.getBranch({ owner, repo, branch: 'other' })).data.commit.sha;
      return pulls.createReviewComment({ ...at, body: 'Of a person', commit_id, path: 'a.txt', line: 1 });
    },
  };
}

async function reopenedMilestone(): Promise<Creation> {
  const { repo } = await github.newRepository();
  const { issues } = github.agent.rest;
  const { number } = (await issues.createMilestone({ owner, repo, title: 'Soon', state: 'closed' })).data;
  const at = { owner, repo, milestone_number: number };
  const state = async () => (await issues.getMilestone(at)).data.state;
  return {
    make: github.trip('github.issues.updateMilestone', { ...at, state: 'open' }, state),
    add: () => issues.create({ owner, repo, title: 'Of a person', milestone: number }),
  };
}

async function publishedRelease(): Promise<Creation> {
  const { repo } = await github.newRepository();
  const { repos } = github.agent.rest;
  const { id: release_id } = (await repos.createRelease({ owner, repo, tag_name: 'v1', draft: true })).data;
  const at = { owner, repo, release_id };
  const state = async () => (await repos.getRelease(at)).data.draft;
  const asset = { baseUrl: github.baseUrl, name: 'of-a-person.txt', data: 'text' };
  return {
    make: github.trip('github.repos.updateRelease', { ...at, draft: false }, state),
    add: () => repos.uploadReleaseAsset({ ...at, ...asset }),
  };
}

async function unarchivedChannel(): Promise<Creation> {
  const id = await slack.newChannel();
  await slack.person.conversations.join({ channel: id });
  await slack.person.chat.postMessage({ channel: id, text: 'Of before' });
  await slack.agent.conversations.archive({ channel: id });
  return {
    make: slack.trip('slack.conversations.unarchive', { channel: id }, slack.channelState(id)),
    add: () => slack.person.chat.postMessage({ channel: id, text: 'Of a person' }),
  };
}

async function untrashedFolder(): Promise<Creation> {
  const headers = { authorization: `Bearer ${drive.accessToken}` };
  const { files } = driveClient({ version: 'v3', rootUrl: `${drive.url}/`, headers, retry: false });
  const requestBody = { name: unique('folder'), mimeType: 'application/vnd.google-apps.folder' };
  const fileId = String((await files.create({ requestBody })).data.id);
  await files.update({ fileId, requestBody: { trashed: true } });
  const payload = { fileId, requestBody: { trashed: false } };
  const context = contextWith({ baseUrl: drive.url, accessToken: drive.accessToken });
  return {
    make: {
      ...{ connector: gdrive, context, apiName: 'gdrive.files.update', payload },
      act: async () => (await files.update(payload)).data,
      state: async () => (await files.get({ fileId, fields: 'trashed' })).data.trashed ?? false,
    },
    add: () => files.create({ requestBody: { name: 'of a person', parents: [fileId] } }),
  };
}

async function untrashedFile(): Promise<Creation> {
  const headers = { authorization: `Bearer ${drive.accessToken}` };
  const rootUrl = `${revisions.url}/`;
  const { files } = driveClient({ version: 'v3', rootUrl, headers, retry: false });
  const requestBody = { name: unique('notes'), mimeType: 'text/plain' };
  const fileId = String((await files.create({ requestBody })).data.id);
  const write = (body: string) => files.update({ fileId, media: { mimeType: 'text/plain', body } }, { rootUrl });
  await write('a');
  await files.update({ fileId, requestBody: { trashed: true } });
  const payload = { fileId, requestBody: { trashed: false } };
  const context = contextWith({ baseUrl: revisions.url, accessToken: drive.accessToken });
  return {
    make: {
      ...{ connector: gdrive, context, apiName: 'gdrive.files.update', payload },
      act: async () => (await files.update(payload)).data,
      state: async () => (await files.get({ fileId, fields: 'trashed' })).data.trashed ?? false,
    },
    add: () => write('of a person'),
  };
}

async function activatedPrice(): Promise<Creation> {
  const { make, add } = await price();
  const { hostname, port } = new URL(mock.url);
  const { secretKey = '' } = make.context.credentials;
  const client = new Stripe(secretKey, { protocol: 'http', host: hostname, port, telemetry: false });
  const made = JSON.parse(JSON.stringify(await make.act()));
  await client.prices.update(made.id, { active: false });
  const act = async () => JSON.parse(JSON.stringify(await client.prices.update(made.id, { active: true })));
  return {
    make: { ...make, apiName: 'stripe.prices.update', payload: { id: made.id, active: true }, act },
    // Stripe tells whole seconds.
    add: async () => {
      const second = Math.floor(Date.now() / 1_000);
      await eventually(
        async () => Math.floor(Date.now() / 1_000),
        (now) => now > second + 1,
      );
      return add(made);
    },
  };
}

/** Things that an agent opened again, and the additions of other clients since. */
const OPENED: [string, () => Promise<Creation>][] = [
  ['a closed issue of GitHub that an agent opened, and on which another client commented', reopenedIssue],
  ['a locked issue of GitHub that an agent unlocked, and on which another client commented', unlockedIssue],
  [
    'a closed pull request of GitHub that an agent opened, and in which another client commented on a line',
    reopenedPull,
  ],
  ['a closed milestone of GitHub that an agent opened, and to which another client gave an issue', reopenedMilestone],
  ['a draft of a release that an agent published, and to which another client added a file', publishedRelease],
  ['an archived channel of Slack that an agent brought back, and in which a person wrote', unarchivedChannel],
  ['a file that an agent took out of the trash, and that another client wrote', untrashedFile],
  ['a folder that an agent took out of the trash, and in which another client put a file', untrashedFolder],
  ['an archived price of Stripe that an agent activated, and to which a customer subscribed', activatedPrice],
];

describe.each(OPENED)('%s', (_, opened) => {
  it('stays as it is, a CONFLICT, until an operator forces its end', async () => {
    const { make, add } = await opened();
    const before = await make.state();
    const scenario = await newScenario(make);
    const { id, response } = await scenario.run(make);
    await add(response);
    const used = await make.state();
    const { outcomes, details } = await scenario.rollBack();
    expect([outcomes, details]).toEqual([['CONFLICT'], [expect.stringContaining('other clients use it')]]);
    expect(await make.state()).toEqual(used);
    expect(await scenario.isDirty()).toBe(true);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await make.state()).toEqual(before);
  });
});

it('an issue of GitHub that a rollback opened, and on which another client commented, is not closed by a revert', async () => {
  const at = (await github.newIssue()) as unknown as { owner: string; repo: string; issue_number: number };
  const { issues } = github.agent.rest;
  const state = async () => (await issues.get(at)).data.state;
  for (const isUsed of [false, true]) {
    const call = github.trip('github.issues.update', { ...at, state: 'closed' }, state);
    const scenario = await newScenario(call);
    await scenario.run(call);
    expect((await scenario.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
    if (isUsed) await issues.createComment({ ...at, body: 'Of a person' });
    expect((await scenario.revert()).outcomes).toEqual([isUsed ? 'CONFLICT' : 'REAPPLIED']);
    expect(await state()).toBe(isUsed ? 'open' : 'closed');
    if (!isUsed) expect((await scenario.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
  }
});

it.each(sampleOf(OPENED))('%s, or rather one that no other client uses, ends again', async (_, opened) => {
  const { make } = await opened();
  const before = await make.state();
  const scenario = await newScenario(make);
  await scenario.run(make);
  expect(await make.state()).not.toEqual(before);
  expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
  expect(await make.state()).toEqual(before);
});

describe.each([
  ['a label of Gmail that is on other mails by now', label],
  ['a folder of Google Drive in which another client has put a file', folder],
  ['a milestone of GitHub with an issue of another client', milestone],
  ['a message on Slack with a reaction of another client', message],
  ['a message on Slack that another client has answered', thread],
  ['a customer of Stripe with a subscription', customer],
  ['a label of GitHub that an issue carries', repositoryLabel],
  ['a branch of GitHub with a commit of another client', branch],
  ['a branch of GitHub to which another client has opened a pull request', branchInUse],
  ['an issue of GitHub that another client has commented on', issue],
  ['a pull request of GitHub that another client has commented on', pullRequest],
  ['a pull request of GitHub that another client has reviewed', reviewed],
  ['a tag of GitHub of which another client has made a release', tag],
  ['a release of GitHub to which another client has added a file', release],
  ['a channel of Slack in which a person has written', channel],
  ['a channel of Slack in which a person has answered the agent', answeredThere],
  ['a channel of Slack in which a person has reacted to a message of the agent', reactedThere],
  ['a product of Stripe with a price of another client', product],
  ['a price of Stripe to which a customer has subscribed', price],
])('%s', (_, creation) => {
  it('stays as it is: a CONFLICT that says nothing was restored', async () => {
    const { make, add } = await creation();
    const scenario = await newScenario(make);
    const { response } = await scenario.run(make);
    await add(response);
    const changed = await make.state();
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'ROLLBACK_FAILED', outcomes: ['CONFLICT'] });
    expect(await make.state()).toEqual(changed);
    expect(await scenario.isDirty()).toBe(true);
    expect(await scenario.fieldResults()).not.toContain('restored');
  });
});
