import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { drive as driveClient } from '@googleapis/drive';
import { gdrive } from '../../../src/connectors/gdrive/gdrive.connector.js';
import { UNPROVED } from '../../../src/connectors/proof/proof.js';
import { PRECISION_MS } from '../../../src/connectors/resource/requests/clock.js';
import { s3 } from '../../../src/connectors/s3/s3.connector.js';
import { slack as slackConnector } from '../../../src/connectors/slack/slack.connector.js';
import { sampleOf } from '../../support/campaign-size.js';
import { unique } from '../../support/client.js';
import { startDriveRevisions } from '../../support/drive-revisions.js';
import { startGitHub } from '../../support/github.js';
import { startIssueEvents } from '../../support/github-events.js';
import { contextWith } from '../../support/google.js';
import { type GoogleDriveMock, startGoogleDriveMock } from '../../support/google-drive-mock.mjs';
import { eventually } from '../../support/patience.mjs';
import { startS3 } from '../../support/s3rver.mjs';
import { newScenario } from '../../support/scenario.js';
import { startSlack } from '../../support/slack.js';
import { startVersions } from '../../support/versioned-s3.js';

const Bucket = 'invoices';
let server: Awaited<ReturnType<typeof startS3>>;
let versions: Awaited<ReturnType<typeof startVersions>>;
let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  [server, slack] = await Promise.all([startS3([Bucket]), startSlack()]);
  versions = await startVersions(server.url);
});
afterAll(() => Promise.all([versions, server, slack].map((one) => one.stop())));

function objectAt(url = server.url, bucket = Bucket) {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new S3Client({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials: keys });
  const at = { Bucket: bucket, Key: unique('object') };
  const put = (Body: string) => client.send(new PutObjectCommand({ ...at, Body }));
  const read = () => client.send(new GetObjectCommand(at));
  const state = async () => (await read().catch(() => null))?.Body?.transformToString();
  const lastModified = async () => (await read()).LastModified?.getTime() ?? 0;
  let born = 0;
  /** Answers whether its time is another than that of the one before. */
  const makeBucket = async () => {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const { Buckets = [] } = await client.send(new ListBucketsCommand());
    const former = born;
    born = Buckets.find(({ Name }) => Name === bucket)?.CreationDate?.getTime() ?? 0;
    return born !== former;
  };
  const dropBucket = async () => {
    await client.send(new DeleteObjectCommand(at));
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
  };
  const context = contextWith({ ...keys, region: 'us-east-1', baseUrl: url });
  const trip = (Body: string) => ({
    ...{ connector: s3, context, apiName: 's3.objects.put', payload: { ...at, Body }, act: () => put(Body), state },
  });
  const drop = () => client.send(new DeleteObjectCommand(at));
  const many = { Bucket: bucket, Delete: { Objects: [{ Key: at.Key }] } };
  const source = { ...at, CopySource: `${bucket}/${at.Key}-source` };
  const of = { connector: s3, context, state };
  const deletion = { ...of, apiName: 's3.objects.delete', payload: at, act: drop };
  const deletionOfMany = {
    ...{ ...of, apiName: 's3.objects.deleteMany', payload: many },
    act: () => client.send(new DeleteObjectsCommand(many)),
  };
  const copying = {
    ...{ ...of, apiName: 's3.objects.copy', payload: source },
    act: () => client.send(new CopyObjectCommand(source)),
  };
  const putSource = (Body: string) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key: `${at.Key}-source`, Body }));
  const calls = { deletion, deletionOfMany, copying };
  return { Key: at.Key, put, drop, state, trip, ...calls, putSource, lastModified, makeBucket, dropBucket };
}

/** Another client puts the same bytes, until the provider's time of it is one that the call cannot have left. */
async function putAgain({ put, lastModified }: ReturnType<typeof objectAt>, Body: string): Promise<void> {
  const ofCall = await lastModified();
  const again = async () => {
    await put(Body);
    return lastModified();
  };
  await eventually(again, (at) => at > ofCall + PRECISION_MS + 2_000);
}

describe('an object of S3 that another client put again with the same bytes', () => {
  it.each([
    ['is left where the call had made it', undefined],
    ['is left where the call had replaced another one', 'a'],
  ])('%s', async (_, before) => {
    const object = objectAt();
    if (before !== undefined) await object.put(before);
    const scenario = await newScenario(object.trip('x'));
    const { id } = await scenario.run(object.trip('x'));
    await putAgain(object, 'x');
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ displayStatus: 'ROLLBACK_FAILED', outcomes: ['CONFLICT'] });
    expect(report.details).toEqual([expect.stringContaining('was put again after the call, by another client')]);
    expect(await object.state()).toBe('x');
    expect(await scenario.isDirty()).toBe(true);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await object.state()).toBe(before);
  });

  it('is not taken for what the agent itself put again, or the undo of a newer call', async () => {
    const object = objectAt();
    await object.put('a');
    const scenario = await newScenario(object.trip('x'));
    await scenario.run(object.trip('x'));
    await putAgain(object, 'x');
    await scenario.run(object.trip('x'));
    await scenario.run(object.trip('y'));
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ displayStatus: 'REVERTED', outcomes: report.outcomes.map(() => 'ROLLED_BACK') });
    expect(await object.state()).toBe('a');
  });
});

describe('an object of S3 in a bucket with versioning', () => {
  it.each([
    ['that the call had made', undefined],
    ['that the call had replaced another one with', 'a'],
  ])('%s is left where another client put the same bytes right after it', async (_, before) => {
    const object = objectAt(versions.url);
    if (before !== undefined) await object.put(before);
    const scenario = await newScenario(object.trip('x'));
    const { id } = await scenario.run(object.trip('x'));
    await object.put('x');
    expect((await scenario.rollBack()).outcomes).toEqual(['CONFLICT']);
    expect(await object.state()).toBe('x');
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await object.state()).toBe(before);
  });

  it('is as before once every call of the agent is undone, one after the other', async () => {
    const object = objectAt(versions.url);
    await object.put('a');
    const scenario = await newScenario(object.trip('x'));
    for (const body of ['x', 'x', 'y', 'x']) await scenario.run(object.trip(body));
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await object.state()).toBe('a');
  });
});

describe.each(sampleOf(['deletionOfMany', 'deletion'] as const))(
  'an object in a bucket with versioning, after a %s',
  (name) => {
    it('stays deleted where another client put it back and deleted it again', async () => {
      const object = objectAt(versions.url);
      await object.put('a');
      const scenario = await newScenario(object[name]);
      const { id } = await scenario.run(object[name]);
      await object.put('a');
      await object.drop();
      const { outcomes, details } = await scenario.rollBack();
      expect([outcomes, details]).toEqual([
        ['CONFLICT'],
        [expect.stringContaining('was taken away by another client')],
      ]);
      expect(await object.state()).toBeUndefined();
      expect(await scenario.isDirty()).toBe(true);
      expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
      expect(await object.state()).toBe('a');
    });

    it('comes back where no other client has deleted it', async () => {
      const object = objectAt(versions.url);
      await object.put('a');
      const scenario = await newScenario(object[name]);
      for (const call of [object[name], object.trip('b'), object[name], object.trip('a'), object[name]])
        await scenario.run(call);
      expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
      expect(await object.state()).toBe('a');
    });
  },
);

describe('a copy in a bucket with versioning', () => {
  it.each([
    ['is left where another client put the same bytes right after it', true, 'CONFLICT', 'a'],
    ['is deleted where no other client has put anything', false, 'ROLLED_BACK', undefined],
  ])('%s', async (_, isPutAgain, outcome, left) => {
    const object = objectAt(versions.url);
    await object.putSource('a');
    const scenario = await newScenario(object.copying);
    await scenario.run(object.copying);
    if (isPutAgain) await object.put('a');
    expect((await scenario.rollBack()).outcomes).toEqual([outcome]);
    expect(await object.state()).toBe(left);
  });
});

describe('objects of S3 that one call deletes', () => {
  it.each([true, false])(
    'do not come back where S3 did not delete them: another client deleted one: %s',
    async (isDeleted) => {
      const [done, open] = [objectAt(), objectAt()];
      for (const one of [done, open]) await one.put('a');
      const keys = [done, open].map(({ Key }) => Key);
      const state = async () => [await done.state(), await open.state()];
      const act = async () => {
        await done.drop();
        return { Deleted: [{ Key: done.Key }], Errors: [{ Key: open.Key, Code: 'AccessDenied' }] };
      };
      const payload = { Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } };
      const call = { ...done.trip('a'), apiName: 's3.objects.deleteMany', payload, act, state };
      const scenario = await newScenario(call);
      await scenario.run(call);
      if (isDeleted) await open.drop();
      expect((await scenario.rollBack()).outcomes).toEqual([isDeleted ? 'CONFLICT' : 'ROLLED_BACK']);
      expect(await state()).toEqual(['a', isDeleted ? undefined : 'a']);
    },
  );
});

describe('a bucket of S3 that was deleted and made again under its name', () => {
  it('is another place, where nothing is undone', async () => {
    const object = objectAt(server.url, unique('bucket'));
    await object.makeBucket();
    await object.put('a');
    const trip = object.trip('x');
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    await object.dropBucket();
    // The stand-in keeps the second in which a bucket was made.
    await eventually(
      async () => {
        await object.dropBucket().catch(() => undefined);
        return object.makeBucket();
      },
      (isAnother) => isAnother,
    );
    await object.put('x');
    const report = await scenario.rollBack();
    expect(report.outcomes).toEqual(['IRREVERSIBLE']);
    expect(report.details[0]).toContain('another place has this name or address');
    expect(await object.state()).toBe('x');
  });
});

describe('an object of S3 that was put so shortly after the answer that no time tells by which client', () => {
  it('is UNKNOWN, and undone by force', async () => {
    const object = objectAt();
    const trip = object.trip('x');
    const capture = await s3.capture(trip, trip.context);
    if (!capture.captured) throw new Error(capture.reason);
    const snapshot = JSON.parse(JSON.stringify(capture.content));
    const undone = async (onConflict: 'skip' | 'force') => {
      if ((await object.state()) === undefined) await object.put('x');
      const answeredAt = (await object.lastModified()) - PRECISION_MS + 1;
      return s3.undo({ ...trip, response: {}, snapshot, answeredAt }, onConflict, trip.context);
    };
    // A provider that answers late leaves more time in doubt.
    const report = await eventually(
      () => undone('skip'),
      ({ outcome }) => outcome === 'unknown',
    );
    expect(report).toEqual({ outcome: 'unknown', detail: UNPROVED, items: [] });
    expect(await object.state()).toBe('x');
    expect((await undone('force')).outcome).toBe('done');
    expect(await object.state()).toBeUndefined();
  });
});

describe('an object of S3 whose call was reported long after its answer', () => {
  const LATE_MS = 60_000;
  const said = (date: number) => ({ $metadata: { date: new Date(date).toUTCString() } });

  it.each([
    ['is the call’s where it was put in the second of the answer', (at: number) => said(at), 'done'],
    ['is UNKNOWN where it was put in the second after the answer', (at: number) => said(at - 1_000), 'unknown'],
    ['is another client’s where it was put later', (at: number) => said(at - PRECISION_MS - 1_000), 'conflict'],
    ['is another client’s where it has another ETag than the answer', () => ({ ETag: '"of the call"' }), 'conflict'],
  ])('%s', async (_, answer, outcome) => {
    const object = objectAt();
    const trip = object.trip('x');
    const capture = await s3.capture(trip, trip.context);
    if (!capture.captured) throw new Error(capture.reason);
    await object.put('x');
    const snapshot = JSON.parse(JSON.stringify(capture.content));
    const at = await object.lastModified();
    const effect = { ...trip, response: answer(at), snapshot, answeredAt: Date.now() + LATE_MS };
    expect((await s3.undo(effect, 'skip', trip.context)).outcome).toBe(outcome);
    expect(await object.state()).toBe(outcome === 'done' ? undefined : 'x');
  });

  it('is another client’s by the time of the report too, whatever date the agent reports', async () => {
    const object = objectAt();
    const trip = object.trip('x');
    const capture = await s3.capture(trip, trip.context);
    if (!capture.captured) throw new Error(capture.reason);
    await object.put('x');
    const snapshot = JSON.parse(JSON.stringify(capture.content));
    const effect = { ...trip, response: said(Date.now() + LATE_MS), snapshot, answeredAt: Date.now() - LATE_MS };
    expect((await s3.undo(effect, 'skip', trip.context)).outcome).toBe('conflict');
    expect(await object.state()).toBe('x');
  });
});

describe('a label of GitHub', () => {
  let github: Awaited<ReturnType<typeof startGitHub>>;
  let events: Awaited<ReturnType<typeof startIssueEvents>>;
  beforeAll(async () => {
    github = await startGitHub(async (url) => {
      events = await startIssueEvents(url);
      return events;
    });
  });
  afterAll(() => Promise.all([events, github].map((one) => one.stop())));
  beforeEach(() => {
    events.state.aheadMs = 0;
  });

  async function deleting() {
    const { agent, context, newRepository, trip } = github;
    const at = await newRepository();
    await agent.rest.issues.createLabel({ ...at, name: 'urgent', color: 'ff0000' });
    for (const labels of [['urgent'], []]) await agent.rest.issues.create({ ...at, title: 'One', labels });
    const labelled = async () =>
      (await agent.rest.issues.listForRepo({ ...at, labels: 'urgent' })).data.map(({ number }) => number);
    const call = { ...trip('github.issues.deleteLabel', { ...at, name: 'urgent' }, labelled), context };
    return { agent, at, call, labelled, scenario: await newScenario(call) };
  }

  it('that was deleted is a CONFLICT where an issue got it between the capture and the call', async () => {
    const { agent, at, call, labelled, scenario } = await deleting();
    const before = await labelled();
    const { id } = await scenario.run({
      ...call,
      act: async () => {
        await agent.rest.issues.addLabels({ ...at, issue_number: 2, labels: ['urgent'] });
        return call.act();
      },
    });
    const said = expect.stringContaining('got the label between the capture and the call does not get it back');
    expect(await scenario.plan()).toEqual([expect.objectContaining({ remains: expect.arrayContaining([said]) })]);
    const { outcomes, details } = await scenario.rollBack();
    expect([outcomes, details]).toEqual([
      ['CONFLICT'],
      [expect.stringContaining('was also taken from issues 2, which got it')],
    ]);
    expect(await labelled()).toEqual([]);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await labelled()).toEqual(before);
  });

  it('that was deleted comes back on its issues where GitHub shows that no other got it', async () => {
    const { agent, at, call, labelled, scenario } = await deleting();
    await agent.rest.issues.addLabels({ ...at, issue_number: 2, labels: ['other'] });
    const before = await labelled();
    await scenario.run(call);
    expect((await scenario.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
    expect(await labelled()).toEqual(before);
  });

  it.each([
    ['stays where a person took it off and put it on again', true, ['CONFLICT'], ['new']],
    ['is taken off where only the agent has put it on', false, ['ROLLED_BACK'], []],
  ])('that the agent put on an issue %s', async (_, isAgain, outcomes, left) => {
    const { agent, context, newIssue, trip } = github;
    const at = (await newIssue()) as unknown as { owner: string; repo: string; issue_number: number };
    const labels = async () =>
      (await agent.rest.issues.listLabelsOnIssue(at)).data.map(({ name }: { name: string }) => name);
    const call = { ...trip('github.issues.addLabels', { ...at, labels: ['new'] }, labels), context };
    const scenario = await newScenario(call);
    await scenario.run(call);
    if (isAgain) {
      await agent.rest.issues.removeLabel({ ...at, name: 'new' });
      events.state.aheadMs = 2 * PRECISION_MS;
      await agent.rest.issues.addLabels({ ...at, labels: ['new'] });
    }
    expect((await scenario.rollBack()).outcomes).toEqual(outcomes);
    expect(await labels()).toEqual(left);
  });

  it.each([
    ['stays off where a person put it on and took it off again', true, ['CONFLICT'], []],
    ['comes back where only the agent has taken it off', false, ['ROLLED_BACK'], ['new']],
  ])('that the agent took off an issue %s', async (_, isAgain, outcomes, left) => {
    const { agent, context, newIssue, trip } = github;
    const at = (await newIssue({ labels: ['new'] })) as unknown as {
      owner: string;
      repo: string;
      issue_number: number;
    };
    const labels = async () =>
      (await agent.rest.issues.listLabelsOnIssue(at)).data.map(({ name }: { name: string }) => name);
    const call = { ...trip('github.issues.removeLabel', { ...at, name: 'new' }, labels), context };
    const scenario = await newScenario(call);
    await scenario.run(call);
    if (isAgain) {
      await agent.rest.issues.addLabels({ ...at, labels: ['new'] });
      events.state.aheadMs = 2 * PRECISION_MS;
      await agent.rest.issues.removeLabel({ ...at, name: 'new' });
    }
    expect((await scenario.rollBack()).outcomes).toEqual(outcomes);
    expect(await labels()).toEqual(left);
  });

  it('is as before once every call of the agent on the labels is undone', async () => {
    const { agent, context, newIssue, trip } = github;
    const at = (await newIssue({ labels: ['old'] })) as unknown as {
      owner: string;
      repo: string;
      issue_number: number;
    };
    const labels = async () =>
      (await agent.rest.issues.listLabelsOnIssue(at)).data.map(({ name }: { name: string }) => name);
    const call = (verb: string, more: object) => ({
      ...trip(`github.issues.${verb}`, { ...at, ...more }, labels),
      context,
    });
    const scenario = await newScenario(call('addLabels', { labels: ['new'] }));
    await scenario.run(call('addLabels', { labels: ['new'] }));
    await scenario.run(call('removeLabel', { name: 'old' }));
    events.state.aheadMs = 2 * PRECISION_MS;
    await scenario.run(call('setLabels', { labels: [] }));
    events.state.aheadMs = 4 * PRECISION_MS;
    expect((await scenario.rollBack()).displayStatus).toBe('REVERTED');
    expect(await labels()).toEqual(['old']);
  });

  type IssueCall = [verb: string, more: object, back: object];
  const CALLS: IssueCall[] = [
    ['update', { state: 'closed' }, { state: 'open' }],
    ['update', { title: 'New' }, { title: 'Broken' }],
  ];
  it.each(CALLS)(
    'or rather its issue, %s %p, is left where a person took that back and did it again',
    async (verb, more, back) => {
      const { agent, context, newIssue, trip } = github;
      const at = (await newIssue()) as unknown as { owner: string; repo: string; issue_number: number };
      const state = async () => {
        const { data } = await agent.rest.issues.get(at);
        return [data.title, data.state];
      };
      const call = { ...trip(`github.issues.${verb}`, { ...at, ...more }, state), context };
      const alone = await newScenario(call);
      await alone.run(call);
      expect((await alone.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
      const scenario = await newScenario(call);
      await scenario.run(call);
      const left = await state();
      await agent.rest.issues.update({ ...at, ...back });
      await agent.rest.issues.update({ ...at, ...more });
      events.state.aheadMs = 2 * PRECISION_MS;
      expect((await scenario.rollBack()).outcomes).toEqual(['CONFLICT']);
      expect(await state()).toEqual(left);
    },
  );

  it.each(
    sampleOf([
      ['moved', 'update'],
      ['made', 'create'],
      ['deleted', 'delete'],
    ] as const),
  )('aside, a branch that the agent %s is left where a person took that back and did it again', async (_, how) => {
    const { agent, context, newRepository, trip } = github;
    const at = (await newRepository()) as unknown as { owner: string; repo: string };
    const { git, repos } = agent.rest;
    const head = async () => (await git.getRef({ ...at, ref: 'heads/main' })).data.object.sha;
    const first = await head();
    const content = Buffer.from('text').toString('base64');
    await repos.createOrUpdateFileContents({ ...at, path: 'a.txt', message: 'Second', content });
    const second = await head();
    const topic = { ...at, ref: 'heads/topic' };
    const calls = {
      create: () => git.createRef({ ...at, ref: 'refs/heads/topic', sha: first }),
      update: () => git.updateRef({ ...topic, sha: second }),
      delete: () => git.deleteRef(topic),
      back: () => git.updateRef({ ...topic, sha: first, force: true }),
    };
    const state = async () => (await repos.listBranches(at)).data.find(({ name }) => name === 'topic')?.commit.sha;
    const payloads = {
      create: { ...at, ref: 'refs/heads/topic', sha: first },
      update: { ...topic, sha: second },
      delete: topic,
    };
    const back = { create: calls.delete, update: calls.back, delete: calls.create }[how];
    if (how !== 'create') await calls.create();
    for (const isAgain of [false, true]) {
      events.state.aheadMs = 0;
      const call = { ...trip(`github.git.${how}Ref`, payloads[how], state), context };
      const before = await state();
      const scenario = await newScenario(call);
      const { id } = await scenario.run(call);
      const left = await state();
      if (isAgain) {
        events.state.aheadMs = 2 * PRECISION_MS;
        await back();
        await calls[how]();
      }
      expect((await scenario.rollBack()).outcomes).toEqual([isAgain ? 'CONFLICT' : 'ROLLED_BACK']);
      expect(await state()).toBe(isAgain ? left : before);
      if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
      expect(await state()).toBe(before);
    }
  });

  it('aside, a file is left where a person took the commit back and made it again', async () => {
    const { agent, context, newRepository, trip } = github;
    const at = { ...(await newRepository()), path: 'a.txt' };
    const commit = async (text: string) => {
      const found = await agent.rest.repos.getContent(at).catch(() => null);
      const sha = (found?.data as { sha?: string } | undefined)?.sha;
      const content = Buffer.from(text).toString('base64');
      return { ...at, message: text, content, ...(sha && { sha }) };
    };
    const put = async (text: string) => agent.rest.repos.createOrUpdateFileContents(await commit(text));
    const state = async () => {
      const { data } = await agent.rest.repos.getContent(at);
      return Buffer.from((data as { content: string }).content, 'base64').toString();
    };
    await put('a');
    for (const isAgain of [false, true]) {
      const call = { ...trip('github.repos.createOrUpdateFileContents', await commit('x'), state), context };
      const scenario = await newScenario(call);
      const { id } = await scenario.run(call);
      if (isAgain) for (const text of ['a', 'x']) await put(text);
      const { outcomes } = await scenario.rollBack();
      expect([outcomes, await state()]).toEqual(isAgain ? [['CONFLICT'], 'x'] : [['ROLLED_BACK'], 'a']);
      if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
      expect(await state()).toBe('a');
    }
  });
});

describe('a channel of Slack', () => {
  it.each(['topic', 'purpose'])('whose %s a person changed and set to the same again keeps it', async (field) => {
    const { agent, person } = slack;
    const channel = await slack.newChannel();
    await person.conversations.join({ channel });
    const verb = `set${field[0]?.toUpperCase()}${field.slice(1)}` as 'setTopic';
    const read = async () => (await agent.conversations.info({ channel })).channel as Record<string, unknown>;
    const state = async () => (await read())[field] as { value: string };
    const call = slack.trip(`slack.conversations.${verb}`, { channel, [field]: 'of the agent' }, state);
    for (const isAgain of [false, true]) {
      const scenario = await newScenario(call);
      const { id } = await scenario.run(call);
      if (isAgain)
        for (const value of ['of a person', 'of the agent'])
          await person.conversations[verb]({ channel, [field]: value } as never);
      const { outcomes } = await scenario.rollBack();
      const { value } = await state();
      expect([outcomes, value]).toEqual(isAgain ? [['CONFLICT'], 'of the agent'] : [['ROLLED_BACK'], '']);
      if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    }
  });
});

describe('a message of Slack that the agent edited', () => {
  it('keeps its text where another worker of the same bot took that back and did it again', async () => {
    const { agent } = slack;
    for (const isAgain of [false, true]) {
      const at = await slack.newMessage(await slack.newChannel());
      const call = slack.trip('slack.chat.update', { ...at, text: 'x' }, slack.messages(at.channel));
      const [before] = (await call.state()) as { text: string }[];
      const scenario = await newScenario(call);
      const { id } = await scenario.run(call);
      if (isAgain) for (const text of ['y', 'x']) await agent.chat.update({ ...at, text });
      const { outcomes } = await scenario.rollBack();
      const [left] = (await call.state()) as { text: string }[];
      expect([outcomes, left?.text]).toEqual(isAgain ? [['CONFLICT'], 'x'] : [['ROLLED_BACK'], before?.text]);
      if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    }
  });
});

describe('a channel of Slack that a person changed back and to the same again', () => {
  it.each([
    ['archived', true],
    ['renamed', false],
  ])('stays %s', async (_, isArchiving) => {
    const { agent, person } = slack;
    const channel = await slack.newChannel();
    await person.conversations.join({ channel });
    const [name] = (await slack.channelState(channel)()) as string[];
    const change: Record<string, string> = isArchiving ? {} : { name: unique('of-the-agent') };
    const verb = isArchiving ? 'archive' : 'rename';
    const call = slack.trip(`slack.conversations.${verb}`, { channel, ...change }, slack.channelState(channel));
    const back = () =>
      isArchiving
        ? agent.conversations.unarchive({ channel })
        : agent.conversations.rename({ channel, name: `${name}` });
    const before = await call.state();
    const capture = await slackConnector.capture(call, call.context);
    if (!capture.captured) throw new Error(capture.reason);
    const response = JSON.parse(JSON.stringify(await call.act()));
    await back();
    await call.act();
    const left = await call.state();
    const snapshot = JSON.parse(JSON.stringify(capture.content));
    // The person took some seconds over it.
    const effect = { ...call, response, snapshot, answeredAt: Date.now() - 2 * PRECISION_MS };
    expect((await slackConnector.undo(effect, 'skip', call.context)).outcome).toBe('conflict');
    expect(await call.state()).toEqual(left);
    await back();
    const scenario = await newScenario(call);
    await scenario.run(call);
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await call.state()).toEqual(before);
  });
});

describe('the content of a file of Google Drive that the agent wrote', () => {
  let mock: GoogleDriveMock;
  let revisions: Awaited<ReturnType<typeof startDriveRevisions>>;
  beforeAll(async () => {
    mock = await startGoogleDriveMock();
    revisions = await startDriveRevisions(mock.url);
  });
  afterAll(async () => {
    await revisions.stop();
    await mock.stop();
  });

  async function file() {
    const rootUrl = `${revisions.url}/`;
    const headers = { authorization: `Bearer ${mock.accessToken}` };
    const { files } = driveClient({ version: 'v3', rootUrl, headers, retry: false });
    const { data } = await files.create({ requestBody: { name: unique('notes'), mimeType: 'text/plain' } });
    const fileId = String(data.id);
    const write = async (body: string, more: object = {}) =>
      (await files.update({ fileId, media: { mimeType: 'text/plain', body }, ...more }, { rootUrl })).data;
    const state = async () => {
      const found = await files.get({ fileId, alt: 'media' }, { responseType: 'arraybuffer' });
      return Buffer.from(found.data as unknown as ArrayBuffer).toString();
    };
    const context = contextWith({ baseUrl: revisions.url, accessToken: mock.accessToken });
    const call = (body: string, more: { fields?: string } = {}) => ({
      ...{ connector: gdrive, context, apiName: 'gdrive.files.update' },
      payload: { fileId, media: { mimeType: 'text/plain', body }, ...more },
      ...{ act: () => write(body, more), state },
    });
    await write('a');
    return { write, state, call };
  }

  it.each([
    ['is left where a person wrote it again some seconds later', {}, 2 * PRECISION_MS, 'CONFLICT'],
    [
      'is left where a person wrote it again at once, and the answer named the revision',
      { fields: 'id,headRevisionId' },
      0,
      'CONFLICT',
    ],
    ['is UNKNOWN where a person wrote it again at once', {}, 0, 'UNKNOWN'],
  ])('%s', async (_, more, aheadMs, outcome) => {
    const { write, state, call } = await file();
    const scenario = await newScenario(call('x', more));
    const { id } = await scenario.run(call('x', more));
    revisions.state.aheadMs = aheadMs;
    for (const text of ['a', 'x']) await write(text);
    revisions.state.aheadMs = 0;
    expect((await scenario.rollBack()).outcomes).toEqual([outcome]);
    expect(await state()).toBe('x');
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await state()).toBe('a');
  });

  it('is as before once every call of the agent is undone', async () => {
    const { state, call } = await file();
    const scenario = await newScenario(call('x'));
    for (const body of ['x', 'y', 'x']) await scenario.run(call(body));
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await state()).toBe('a');
  });
});

describe('a message of Slack that the agent has pinned', () => {
  async function pinned() {
    const at = await slack.newMessage(await slack.newChannel());
    const pin = { channel: at.channel, timestamp: at.ts };
    await slack.person.conversations.join({ channel: at.channel });
    const state = async () => (await slack.agent.pins.list({ channel: at.channel })).items?.length;
    const scenario = await newScenario(slack.trip('slack.pins.add', pin, state));
    const { id } = await scenario.run(slack.trip('slack.pins.add', pin, state));
    return { pin, state, scenario, id };
  }

  it('stays pinned where a person took it off and pinned it again', async () => {
    const { pin, state, scenario, id } = await pinned();
    await slack.person.pins.remove(pin);
    await slack.person.pins.add(pin);
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ displayStatus: 'ROLLBACK_FAILED', outcomes: ['CONFLICT'] });
    expect(await state()).toBe(1);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
  });

  it('is unpinned where only the agent has pinned it', async () => {
    const { state, scenario } = await pinned();
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await state()).toBe(0);
  });
});
