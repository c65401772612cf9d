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
import { UNPROVED } from '../../../../src/connectors/proof/proof.js';
import { PRECISION_MS } from '../../../../src/connectors/resource/requests/clock.js';
import { s3 } from '../../../../src/connectors/s3/s3.connector.js';
import { sampleOf } from '../../../support/campaign-size.js';
import { unique } from '../../../support/client.js';
import { contextWith } from '../../../support/google.js';
import { eventually } from '../../../support/patience.mjs';
import { startS3 } from '../../../support/s3rver.mjs';
import { newScenario } from '../../../support/scenario.js';

import { startVersions } from '../../../support/versioned-s3.js';

const Bucket = 'invoices';
let server: Awaited<ReturnType<typeof startS3>>;
let versions: Awaited<ReturnType<typeof startVersions>>;
beforeAll(async () => {
  server = await startS3([Bucket]);
  versions = await startVersions(server.url);
});
afterAll(() => Promise.all([versions, server].map((one) => one.stop())));

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

  it('is not mistaken for a repeated put of the agent, or the undo of a newer call', async () => {
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

    it('is restored where no other client has deleted it', async () => {
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
    'are not restored where S3 did not delete them: another client deleted one: %s',
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

describe('a bucket of S3 that was deleted and recreated under its name', () => {
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

describe('an object of S3 that was put so shortly after the answer that no time shows by which client', () => {
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
