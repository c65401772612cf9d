import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { s3 } from '../../src/connectors/s3/s3.connector.js';
import { unique } from '../support/client.js';
import { patience } from '../support/patience.mjs';
import { type StandIn, startS3 } from '../support/s3rver.mjs';
import { newPerformer } from '../support/service-trip.js';

const Bucket = 'invoices';
let server: StandIn;
let agent: S3Client;
let context: ConnectorContext;

beforeAll(async () => {
  server = await startS3([Bucket]);
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  agent = new S3Client({
    endpoint: server.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { ...credentials },
  });
  context = {
    credentials: { ...credentials, region: 'us-east-1', baseUrl: server.url },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(800),
  };
});

afterAll(async () => {
  agent.destroy();
  await server.stop();
});

/** Reads an object as the server shows it, without the members that the server makes up. */
async function seen(Key: string) {
  try {
    const { Body, $metadata: _, LastModified: __, ...rest } = await agent.send(new GetObjectCommand({ Bucket, Key }));
    return { ...rest, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []).toString('base64') };
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return null;
    throw error;
  }
}

const store = (input: Omit<PutObjectCommandInput, 'Bucket'>) => agent.send(new PutObjectCommand({ Bucket, ...input }));

function trip(apiName: string, payload: JsonObject, keys: string[], act: () => Promise<unknown>): Trip {
  const state = () => Promise.all(keys.map(seen));
  return { connector: s3, context, apiName, payload: { Bucket, ...payload }, act, state };
}

const put = (payload: JsonObject & { Key: string }, input = payload as Omit<PutObjectCommandInput, 'Bucket'>) =>
  trip('s3.objects.put', payload, [payload.Key], () => store(input));

describe('the s3 connector', () => {
  it('deletes an object that a put made', async () => {
    const Key = `new/${unique('it')}.txt`;
    const report = await roundTrip(put({ Key, Body: 'new', ContentType: 'text/plain', Metadata: { Author: 'agent' } }));
    expect(report.items[0]?.resource).toBe(`s3://${Bucket}/${Key}`);
  });

  it('restores bytes, headers and metadata that a put replaced, also stored compressed', async () => {
    const Key = unique('it');
    await store({
      Key,
      Body: Buffer.from([0x1f, 0x8b, 0, 255, 128, 10]),
      ContentType: 'application/json',
      ContentEncoding: 'gzip',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a.json"',
      ContentLanguage: 'de',
      Expires: new Date('2030-01-02T03:04:05.678Z'),
      StorageClass: 'STANDARD_IA',
      Metadata: { author: 'Ada', reviewed: 'yes' },
    });
    await roundTrip(put({ Key, Body: 'over it', ContentType: 'text/plain', Metadata: { Author: 'agent' } }));
    await roundTrip(put({ Key, Body: '' }));
  });

  it('restores what was replaced by bytes that are not text, or of which the record holds only a digest', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'Grüße\n', ContentType: 'text/plain; charset=utf-8' });
    const bytes = Buffer.from([0, 159, 146, 150]);
    await roundTrip(put({ Key, Body: { $base64: bytes.toString('base64') } }, { Key, Body: bytes }));
    const $sha256 = createHash('sha256').update('long').digest('hex');
    const typed = { Key, ContentType: 'text/plain; charset=utf-8' };
    const call = put({ ...typed, Body: { $sha256 } }, { ...typed, Body: 'long' });
    await roundTrip(call);
    await refusesAfter(call, () => store({ ...typed, Body: 'other' }));
  });

  it('finds the object under a key of any characters', async () => {
    const Key = `${unique('it')}/a b+c%20d/é&=?#'()*!~.txt`;
    await roundTrip(put({ Key, Body: 'x' }));
  });

  it('puts back objects that were deleted, one or many', async () => {
    const [one, two, never] = [unique('it'), unique('it'), unique('it')];
    await store({ Key: one, Body: 'one', Metadata: { n: '1' } });
    await store({ Key: two, Body: 'two', ContentType: 'text/csv' });
    await roundTrip(
      trip('s3.objects.delete', { Key: one }, [one], () => agent.send(new DeleteObjectCommand({ Bucket, Key: one }))),
    );
    const Delete = { Objects: [{ Key: one }, { Key: never }, { Key: two }] };
    await roundTrip(
      trip('s3.objects.deleteMany', { Delete }, [one, two, never], () =>
        agent.send(new DeleteObjectsCommand({ Bucket, Delete })),
      ),
    );
  });

  it('deletes a new copy, and says beforehand that what a copy replaced is not restored', async () => {
    const [source, Key] = [unique('it'), unique('it')];
    await store({ Key: source, Body: 'source' });
    const CopySource = `${Bucket}/${source}`;
    const copy = trip('s3.objects.copy', { Key, CopySource }, [Key], async () => {
      const { $metadata: _, ...response } = await agent.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
      return response;
    });
    await roundTrip(copy);
    await store({ Key, Body: 'mine' });
    const effect = await perform(copy);
    expect(s3.plan(effect)).toMatchObject({ class: 'impossible', calls: [] });
    expect((await undo(copy, effect)).outcome).toBe('impossible');
    expect(await seen(Key)).toMatchObject({ bytes: Buffer.from('source').toString('base64') });
  });

  it('restores the tags of an object, and leaves those alone that another client has added', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'x' });
    const tag = (tags: Record<string, string>) =>
      agent.send(
        new PutObjectTaggingCommand({
          Bucket,
          Key,
          Tagging: { TagSet: Object.entries(tags).map(([name, Value]) => ({ Key: name, Value })) },
        }),
      );
    const tags = async () => {
      const { TagSet = [] } = await agent.send(new GetObjectTaggingCommand({ Bucket, Key }));
      return Object.fromEntries(TagSet.map((one) => [one.Key, one.Value]));
    };
    await tag({ team: 'a', paid: 'no' });
    const Tagging = { TagSet: [{ Key: 'paid', Value: 'yes' }] };
    const putting = {
      ...trip('s3.objects.putTagging', { Key, Tagging }, [], () => tag({ paid: 'yes' })),
      state: tags,
    };
    await roundTrip(putting);
    const removing = trip('s3.objects.deleteTagging', { Key }, [], () =>
      // The stand-in knows no DeleteObjectTagging; this leaves the same.
      tag({}),
    );
    await roundTrip({ ...removing, state: tags });
    const effect = await perform(putting);
    await tag({ paid: 'yes', mine: '1' });
    expect((await undo(putting, effect)).outcome).toBe('done');
    expect(await tags()).toEqual({ team: 'a', paid: 'no', mine: '1' });
    await tag({ paid: 'no' });
    await refusesAfter(putting, () => tag({ paid: 'perhaps' }));
  });

  it('leaves an object alone that another client has put since, unless it is forced', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'before', ContentType: 'text/plain' });
    const call = put({ Key, Body: 'agent', ContentType: 'text/plain' });
    const effect = await refusesAfter(call, () => store({ Key, Body: 'other', ContentType: 'text/plain' }));
    const report = await undo(call, effect, 'force');
    expect(report.outcome).toBe('done');
    expect(report.items[0]?.fields).toContainEqual({
      field: 'Body',
      before: 'before',
      after: 'agent',
      now: 'other',
      result: 'forced',
    });
    expect(await seen(Key)).toMatchObject({ bytes: Buffer.from('before').toString('base64') });
  });

  it('keeps the metadata that another client has given to the agent’s bytes, and brings the bytes back', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'before', ContentType: 'text/plain', Metadata: { a: '1' } });
    const call = put({ Key, Body: 'agent', ContentType: 'text/plain', Metadata: { a: '2' } });
    const effect = await perform(call);
    await store({ Key, Body: 'agent', ContentType: 'text/plain', Metadata: { a: '3' } });
    const report = await undo(call, effect);
    expect(report).toMatchObject({ outcome: 'conflict', detail: expect.stringMatching(/: Metadata$/) });
    expect(await seen(Key)).toMatchObject({ bytes: Buffer.from('before').toString('base64'), Metadata: { a: '3' } });
  });

  it('leaves the headers of bytes that another client has put since', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'before', ContentType: 'text/plain', CacheControl: 'no-store' });
    const call = put({ Key, Body: 'agent', ContentType: 'text/html' });
    const effect = await perform(call);
    await store({ Key, Body: 'theirs', ContentType: 'text/html' });
    const theirs = await seen(Key);
    const report = await undo(call, effect);
    expect(report.detail).toMatch(/other bytes were put to s3/);
    expect(report).toMatchObject({ outcome: 'impossible', items: [] });
    expect(await seen(Key)).toEqual(theirs);
  });

  it('says in the plan that access lists and encryption keys of replaced objects remain lost', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'before' });
    const effect = await perform(put({ Key, Body: 'agent' }));
    expect(s3.plan(effect).remains).toContainEqual(expect.stringContaining('An access list and an encryption key'));
  });

  it('does not replace an object that another client made where one was deleted', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'before' });
    const call = trip('s3.objects.delete', { Key }, [Key], () => agent.send(new DeleteObjectCommand({ Bucket, Key })));
    await refusesAfter(call, () => store({ Key, Body: 'other' }));
  });

  it('knows whether a call of unknown outcome happened', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'before' });
    const call = put({ Key, Body: 'agent' });
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await s3.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await store({ Key, Body: 'agent' });
    expect(await s3.probeOutcome(effect, context)).toEqual(AS_LEFT);
    await store({ Key, Body: 'other' });
    expect(await s3.probeOutcome(effect, context)).toEqual(UNKNOWN);
  });

  it('says what a call would change, without asking the server', async () => {
    const Key = unique('it');
    await store({ Key, Body: 'before', ContentType: 'text/plain' });
    const call = put({ Key, Body: 'agent', ContentType: 'text/plain' });
    const { snapshot } = await perform(call);
    const changes = s3.describeChange?.(call, snapshot ?? {});
    expect(changes).toContainEqual({ field: 'Body', before: 'before', after: 'agent' });
    expect(changes?.map(({ field }) => field)).toEqual(['Body', 'BodySha256']);
  });
});

describe('the s3 connector does not capture', () => {
  const capture = (apiName: string, payload: JsonObject, more: Partial<ConnectorContext> = {}) =>
    s3.capture({ apiName, payload: { Bucket, ...payload } }, { ...context, ...more });
  const because = (reason: string) => ({ captured: false, reason: expect.stringContaining(reason) });

  it('an object that is too large, a single version, or what it would not restore', async () => {
    const Key = unique('it');
    await store({ Key, Body: Buffer.alloc(1_000_001) });
    expect(await capture('s3.objects.put', { Key, Body: 'x' })).toEqual(because('1000001 bytes'));
    expect(await capture('s3.objects.delete', { Key, VersionId: 'v1' })).toEqual(because('version'));
    expect(await capture('s3.objects.put', { Key, Body: 'x', ACL: 'public-read' })).toEqual(because('ACL'));
    expect(await capture('s3.objects.put', { Key, Body: 7 })).toEqual(because('Body'));
    expect(await capture('s3.objects.put', { Body: 'x' })).toEqual(because('Key'));
    expect(await capture('s3.objects.deleteMany', {})).toEqual(because('Delete'));
    expect(await capture('s3.buckets.delete', {})).toEqual(because('Nothing undoes'));
  });

  it('with a credential that is wrong, a host it may not reach, a server or bucket that is gone', async () => {
    const credentials = (more: object) => ({ credentials: { ...context.credentials, ...more } });
    const reason = async (more: Partial<ConnectorContext>, payload: JsonObject = { Key: 'a' }) =>
      capture('s3.objects.delete', payload, more);
    expect(await reason(credentials({ accessKeyId: 'UNKNOWN' }))).toEqual(because('Access Key Id'));
    expect(await reason(credentials({ region: '' }))).toEqual(because('region'));
    expect(await reason({ allowedPrivateHosts: [] })).toEqual(because('does not allow its host'));
    expect(await reason(credentials({ baseUrl: 'http://127.0.0.1:1' }))).toEqual(because('ECONNREFUSED'));
    expect(await reason(credentials({ baseUrl: 'http://8.8.8.8' }))).toEqual(because('https://'));
    expect(await reason(credentials({ baseUrl: 'file:///etc/passwd' }))).toEqual(because('https://'));
    expect(await reason({}, { Key: 'a', Bucket: 'nowhere' })).toEqual(because('bucket does not exist'));
    await expect(s3.probe({ ...context, ...credentials({ accessKeyId: 'UNKNOWN' }) })).rejects.toThrow('403');
    await s3.probe(context);
  });
});

describe('a call of S3 that the service makes', () => {
  const credentials = () => context.credentials as Record<string, string>;

  it('is a put, a copy, a tagging and a deletion, which a rollback undoes', async () => {
    const [Key, copy] = [unique('object'), unique('copy')];
    await store({ Key, Body: 'first', Metadata: { note: 'a' } });
    const before = await seen(Key);
    const { perform: make, rollback } = await newPerformer('s3', credentials());
    for (const [name, payload] of [
      ['objects.put', { Bucket, Key, Body: { $base64: Buffer.from('second').toString('base64') } }],
      ['objects.copy', { Bucket, Key: copy, CopySource: `${Bucket}/${Key}` }],
      ['objects.putTagging', { Bucket, Key, Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } }],
      ['objects.deleteMany', { Bucket, Delete: { Objects: [{ Key }] } }],
    ] as const) {
      const { status, snapshot } = await make(name, payload);
      expect([name, status, snapshot.captureFailed]).toEqual([name, 'SUCCESS', false]);
    }
    expect(await seen(Key)).toBeNull();
    expect((await rollback()).displayStatus).toBe('REVERTED');
    expect([await seen(Key), await seen(copy)]).toEqual([before, null]);
  });

  it('reads an object, its beginning where it is large, and lists buckets', async () => {
    const [Key, large] = [unique('object'), unique('large')];
    await store({ Key, Body: 'text' });
    await store({ Key: large, Body: 'x'.repeat(400_000) });
    const { perform: make } = await newPerformer('s3', credentials());
    const read = async (name: string, payload: JsonObject) => (await make(name, payload)).response;
    expect(await read('objects.get', { Bucket, Key })).toMatchObject({ Body: 'text' });
    expect(await read('objects.get', { Bucket, Key: large })).toMatchObject({
      Body: 'x'.repeat(180_000),
      truncated: true,
    });
    expect(await read('objects.head', { Bucket, Key })).toMatchObject({ ContentLength: 4 });
    expect(await read('objects.list', { Bucket, Prefix: Key })).toMatchObject({ Contents: [{ Key, Size: 4 }] });
    expect((await read('buckets.list', {})).Buckets).toContainEqual(expect.objectContaining({ Name: Bucket }));
  });

  it('is FAILED with the words of S3, and for a command that has an operation of its own', async () => {
    const { perform: make } = await newPerformer('s3', credentials());
    const missing = await make('objects.get', { Bucket, Key: unique('none') });
    expect([missing.status, missing.response.refusal.status]).toEqual(['FAILED', 404]);
    const sent = await make('commands.send', { command: 'DeleteObject', input: { Bucket, Key: 'x' } });
    expect(sent.response.refusal.message).toContain('has an operation of its own: s3.objects.delete');
  });
});
