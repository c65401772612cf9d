import { type gmail_v1, gmail as gmailClient } from '@googleapis/gmail';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { gmail } from '../../../src/connectors/gmail/gmail.connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { unique } from '../../support/client.js';
import { startGitHub } from '../../support/github.js';
import { contextWith, type Google, startGoogle } from '../../support/google.js';
import { newScenario } from '../../support/scenario.js';
import { given } from '../subjects/subject.js';

let server: Awaited<ReturnType<typeof startGitHub>>;
let google: Google;
let mailbox: gmail_v1.Gmail;
beforeAll(async () => {
  [server, google] = await Promise.all([startGitHub(), startGoogle()]);
  mailbox = gmailClient({ version: 'v1', ...google.options });
});
afterAll(() => Promise.all([server.stop(), google.stop()]));

/** Things that calls know by their name. */
interface Names {
  make(name: string): Trip;
  /** Changes a resource that existed before. */
  change?(name: string): Trip;
  remove(name: string, response: Json): Trip;
  /** Renames a resource as another client. */
  rename(from: string, to: string): Promise<unknown>;
  names(): Promise<string[]>;
}

async function labels(): Promise<Names> {
  const at = await server.newRepository();
  const { issues } = server.agent.rest;
  const names = async () => {
    const { data } = await issues.listLabelsForRepo({ ...at, per_page: 100 });
    return data.filter(({ name }) => name.startsWith('n-')).map(({ name, color }) => `${name} ${color}`);
  };
  const trip = (verb: string, payload: JsonObject) =>
    server.trip(`github.issues.${verb}`, { ...at, ...payload }, names);
  return {
    make: (name) => trip('createLabel', { name, color: 'aaaaaa' }),
    change: (name) => trip('updateLabel', { name, color: 'bbbbbb' }),
    remove: (name) => trip('deleteLabel', { name }),
    rename: (name, to) => issues.updateLabel({ ...at, name, new_name: to }),
    names,
  };
}

/** emulate renames no branch; the test makes another ref of the same commit instead. */
async function branches(): Promise<Names> {
  const at = await server.newRepository();
  const { git } = server.agent.rest;
  const { data: main } = await git.getRef({ ...at, ref: 'heads/main' });
  const tree = (await git.getCommit({ ...at, commit_sha: main.object.sha })).data.tree.sha;
  const commit = (message: string) => git.createCommit({ ...at, message, tree, parents: [main.object.sha] });
  const { sha } = (await commit('another')).data;
  const names = async () => {
    const { data } = await git.listMatchingRefs({ ...at, ref: 'heads/n-' });
    return data.map((one) => `${one.ref} ${one.object.sha === sha ? 'changed' : 'made'}`);
  };
  const trip = (verb: string, payload: JsonObject) => server.trip(`github.git.${verb}`, { ...at, ...payload }, names);
  return {
    make: (name) => trip('createRef', { ref: `refs/heads/${name}`, sha: main.object.sha }),
    change: (name) => trip('updateRef', { ref: `heads/${name}`, sha }),
    remove: (name) => trip('deleteRef', { ref: `heads/${name}` }),
    rename: async (name, to) => {
      const { data } = await git.getRef({ ...at, ref: `heads/${name}` });
      await git.createRef({ ...at, ref: `refs/heads/${to}`, sha: data.object.sha });
      await git.deleteRef({ ...at, ref: `heads/${name}` });
    },
    names,
  };
}

async function mailLabels(): Promise<Names> {
  const userId = 'me';
  const own = unique('n');
  const client = mailbox.users.labels;
  const all = async () => (await client.list({ userId })).data.labels ?? [];
  const names = async () =>
    (await all()).flatMap(({ name }) => (name?.startsWith(own) ? [name.slice(own.length)] : [])).sort();
  const trip = (verb: string, payload: object, act: () => Promise<{ data: unknown }>): Trip => ({
    ...{ connector: gmail, context: contextWith(google.token), apiName: `gmail.labels.${verb}` },
    ...{ payload: payload as JsonObject, act: async () => (await act()).data, state: names },
  });
  const idOf = async (name: string) => String((await all()).find((one) => one.name === own + name)?.id);
  return {
    make: (name) => {
      const payload = { userId, requestBody: { name: own + name } };
      return trip('create', payload, () => client.create(payload));
    },
    remove: (_, response) => {
      const payload = { userId, id: String(objectOf(response).id) };
      return trip('delete', payload, () => client.delete(payload));
    },
    rename: async (from, to) => client.patch({ userId, id: await idOf(from), requestBody: { name: own + to } }),
    names,
  };
}

const KINDS = [
  ['labels of GitHub', labels],
  ['branches of GitHub', branches],
  ['labels of Gmail', mailLabels],
] as const;
/** A branch is nothing but its name and its commit. */
const WITH_IDS = KINDS.filter(([, names]) => names !== branches);
const WITH_CHANGES = KINDS.filter(([, names]) => names !== mailLabels);

const [OLD, NEW] = ['n-old', 'n-new'];

/** Expects that nothing is written, and that the report blames no other client. */
async function isConflict(scenario: Awaited<ReturnType<typeof newScenario>>, { names }: Names): Promise<void> {
  const now = await names();
  const report = await scenario.rollBack();
  expect(report.outcomes).toEqual(['CONFLICT']);
  expect(report.details[0]).toContain('is no longer as this call left it');
  expect(report.details[0]).not.toContain('another client');
  expect(await names()).toEqual(now);
  expect(await scenario.isDirty()).toBe(true);
}

describe.each(WITH_IDS)('%s', (_, start) => {
  it('that were made, and renamed by another client, are a CONFLICT', async () => {
    const things = await start();
    const scenario = await newScenario(things.make(OLD));
    await scenario.run(things.make(OLD));
    await things.rename(OLD, NEW);
    await isConflict(scenario, things);
  });

  it('that were created are never mistaken for others that have taken their name since', async () => {
    const things = await start();
    const scenario = await newScenario(things.make(OLD));
    await scenario.run(things.make(OLD));
    await things.rename(OLD, NEW);
    await things.make(OLD).act();
    await isConflict(scenario, things);
    expect(await scenario.force()).toEqual(['CONFLICT']);
    expect(await things.names()).toHaveLength(2);
  });
});

describe.each(KINDS)('%s', (_, start) => {
  it('that were made and deleted in one session are gone', async () => {
    const things = await start();
    const scenario = await newScenario(things.make(OLD));
    const { response } = await scenario.run(things.make(OLD));
    await scenario.run(things.remove(OLD, response));
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await things.names()).toEqual([]);
  });
});

describe.each(WITH_CHANGES)('%s', (_, start) => {
  const changed = async () => {
    const things = await start();
    await things.make(OLD).act();
    const call = given(things.change?.(OLD));
    const scenario = await newScenario(call);
    await scenario.run(call);
    return { things, scenario };
  };

  it('that were changed, and renamed since, are a CONFLICT', async () => {
    const { things, scenario } = await changed();
    await things.rename(OLD, NEW);
    await isConflict(scenario, things);
  });

  it('that were changed and deleted are as before, recreated under another id', async () => {
    const { things, scenario } = await changed();
    await scenario.run(things.remove(OLD, null));
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await things.names()).toEqual([expect.stringMatching(/aaaaaa|made/)]);
  });
});

it('a label of GitHub that was changed is never mistaken for another that has taken its name since', async () => {
  const things = await labels();
  await things.make(OLD).act();
  const call = given(things.change?.(OLD));
  const scenario = await newScenario(call);
  await scenario.run(call);
  await things.rename(OLD, NEW);
  await things.make(OLD).act();
  await things.change?.(OLD).act();
  await isConflict(scenario, things);
  expect(await scenario.force()).toEqual(['CONFLICT']);
  expect(await things.names()).toEqual(expect.arrayContaining([`${OLD} bbbbbb`, `${NEW} bbbbbb`]));
});
