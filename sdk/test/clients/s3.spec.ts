import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketTaggingCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3,
  S3Client,
  waitUntilObjectExists,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { SignatureV4 } from '@smithy/signature-v4';
import { unique } from '../../../test/support/client.js';
import { rollBack } from '../../../test/support/roll-back.js';
import { type StandIn, startS3 } from '../../../test/support/s3rver.mjs';
import { type Governance, newGovernance } from '../support/governance.js';

const Bucket = 'invoices';
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
let server: StandIn;
let bare: S3;

beforeAll(async () => {
  server = await startS3([Bucket]);
  bare = newClient(S3);
});

afterAll(async () => {
  bare.destroy();
  await server.stop();
});

/** s3rver does not know checksums that follow a stream. */
function newClient<T>(Client: new (configuration: object) => T): T {
  const place = { endpoint: server.url, region: 'us-east-1', forcePathStyle: true };
  return new Client({ ...place, credentials: { ...keys }, requestChecksumCalculation: 'WHEN_REQUIRED' });
}

async function setup<T extends object>(Client: new (configuration: object) => T, options = {}, given?: Governance) {
  const values = { ...keys, region: 'us-east-1', baseUrl: server.url };
  const governance = given ?? (await newGovernance({ credentials: { connector: 's3', values } }));
  return { ...governance, wrapped: governance.wrap(newClient(Client), { connector: 's3', ...options }) };
}

const textOf = async (Key: string) => (await bare.getObject({ Bucket, Key })).Body?.transformToString();
const missing = (Key: string) => expect(textOf(Key)).rejects.toMatchObject({ name: 'NoSuchKey' });
const settled = (answer: object) => ({ ...answer, $metadata: null });
const errorOf = async (call: Promise<unknown>) => {
  const { name, message } = (await call.catch((error: unknown) => error)) as Error;
  return { name, message };
};

/**
 * Signs a URL as presigners do: the request is built with a copy of the client's middleware, and signed instead of
 * sent.
 */
async function signedUrl(client: S3Client, command: GetObjectCommand | PutObjectCommand): Promise<string> {
  const { credentials, sha256, region } = client.config;
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false });
  const stack = client.middlewareStack.clone();
  const presigns = () => async (args: object) => {
    const presigned = await signer.presign((args as { request: never }).request);
    return { response: {}, output: { $metadata: {}, presigned } };
  };
  const place = { relation: 'before', toMiddleware: 'awsAuthMiddleware', name: 'presigns' } as const;
  stack.addRelativeTo(presigns as never, place);
  const handler = command.resolveMiddleware(stack as never, client.config, {});
  const { output } = await handler({ input: command.input } as never);
  const { protocol, hostname, port, path, query } = (output as unknown as { presigned: Presigned }).presigned;
  return `${protocol}//${hostname}:${port}${path}?${new URLSearchParams(query)}`;
}
interface Presigned extends Record<'protocol' | 'hostname' | 'path', string> {
  readonly port: number;
  readonly query: Record<string, string>;
}

describe('a wrapped S3 client', () => {
  it('reads, pages and waits as the bare client does, and records none of these calls', async () => {
    const { wrapped, actions } = await setup(S3);
    const Prefix = unique('pages');
    for (const name of ['a', 'b', 'c']) await bare.putObject({ Bucket, Key: `${Prefix}/${name}`, Body: name });
    const results = [];
    for (const client of [bare, wrapped]) {
      const pages: unknown[] = [];
      for await (const page of paginateListObjectsV2({ client, pageSize: 2 }, { Bucket, Prefix })) {
        pages.push(page.Contents);
      }
      const { state } = await waitUntilObjectExists(
        { client, minDelay: 1, maxWaitTime: 5 },
        { Bucket, Key: `${Prefix}/a` },
      );
      const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
      const called = await new Promise((resolve) =>
        client.getObject({ Bucket, Key: `${Prefix}/b` }, (error, data) => resolve([error, data?.ETag])),
      );
      results.push([
        pages,
        state,
        listed.KeyCount,
        called,
        await errorOf(client.getObject({ Bucket, Key: 'nowhere' })),
      ]);
    }
    expect(results[1]).toEqual(results[0]);
    expect(wrapped).toBeInstanceOf(S3Client);
    expect(wrapped.send).toBe(wrapped.send);
    expect(await actions()).toEqual([]);
  });

  it('reports the date of the provider’s answer, which the caller’s own answer does not have', async () => {
    const { wrapped, actions } = await setup(S3);
    const Key = unique('dated');
    const { $metadata } = await wrapped.putObject({ Bucket, Key, Body: 'x' });
    expect($metadata).not.toHaveProperty('date');
    const [action] = await actions();
    const { LastModified } = await bare.getObject({ Bucket, Key });
    const date = Date.parse(action?.response.$metadata.date);
    expect(date).toBeGreaterThanOrEqual(LastModified?.getTime() ?? Number.NaN);
    expect(new Date(date).toUTCString()).toBe(action?.response.$metadata.date);
  });

  it('asks for commands, methods and callbacks, and answers and fails as the bare client does', async () => {
    const { wrapped, actions } = await setup(S3);
    const results = [];
    for (const client of [bare, wrapped]) {
      const input = { Bucket, Key: unique('styles'), Body: Buffer.from('bytes'), ContentType: 'text/plain' };
      const sent = await client.send(new PutObjectCommand(input));
      const order: unknown[] = [];
      const called = await new Promise((resolve) => {
        client.putObject(input, (error: unknown, data?: object) => resolve([error, settled(data ?? {})]));
        order.push('returned');
      });
      const handed = await new Promise((resolve) =>
        client.send(new PutObjectCommand(input), {}, (error: unknown, data?: object) =>
          resolve([error, settled(data ?? {})]),
        ),
      );
      const refusal = await errorOf(client.putObject({ ...input, Bucket: 'no-such-bucket' }));
      results.push([settled(sent), settled(await client.putObject(input)), called, order, handed, refusal]);
    }
    expect(results[1]).toEqual(results[0]);
    const all = await actions();
    expect(all.map(({ apiName, status }) => `${apiName} ${status}`)).toEqual([
      ...Array(3).fill('s3.objects.put SUCCESS'),
      's3.objects.put FAILED',
      's3.objects.put SUCCESS',
    ]);
    expect(all[0].payload).toMatchObject({ Bucket, Body: { $base64: 'Ynl0ZXM=' }, ContentType: 'text/plain' });
    expect(all[0].snapshot).toMatchObject({ captureFailed: false });
  });

  it('sends nothing that a policy blocks: parts of an upload, commands without a name of their own', async () => {
    const { wrapped, policy, actions } = await setup(S3);
    await policy('s3.*', 'BLOCK');
    const Key = unique('blocked');
    const upload = (Body: string | Buffer) => new Upload({ client: wrapped, params: { Bucket, Key, Body } }).done();
    const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };
    for (const call of [
      () => wrapped.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })),
      () => wrapped.putObject({ Bucket, Key, Body: 'x' }),
      () => upload('in one piece'),
      () => upload(Buffer.alloc(6 * 1024 * 1024)),
      () => wrapped.send(new CreateBucketCommand({ Bucket: 'another' })),
      () => wrapped.send(new PutBucketTaggingCommand({ Bucket, Tagging })),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'policy-blocked' });
    }
    await missing(Key);
    expect((await actions()).map(({ apiName, payload }) => [apiName, payload.command])).toEqual([
      ...Array(3).fill(['s3.objects.put', undefined]),
      ['s3.commands.send', 'CreateMultipartUpload'],
      ['s3.buckets.create', undefined],
      ['s3.commands.send', 'PutBucketTagging'],
    ]);
  });

  it('governs every part of an upload', async () => {
    const { wrapped, actions } = await setup(S3Client);
    const Key = unique('upload');
    const Body = Buffer.alloc(6 * 1024 * 1024, 'x');
    await new Upload({ client: wrapped, params: { Bucket, Key, Body }, queueSize: 1 }).done();
    expect(await textOf(Key)).toHaveLength(Body.length);
    const all = await actions();
    expect(all.map(({ payload, apiName }) => payload.command ?? apiName)).toEqual([
      'CreateMultipartUpload',
      'UploadPart',
      'UploadPart',
      's3.uploads.complete',
    ]);
    expect(all[1].payload.input.Body).toMatchObject({ $sha256: expect.any(String), $size: 5 * 1024 * 1024 });
  });

  it('signs addresses that read, and none that write', async () => {
    const { wrapped, actions } = await setup(S3Client);
    const Key = unique('signed');
    await bare.putObject({ Bucket, Key, Body: 'to read' });
    const address = await signedUrl(wrapped, new GetObjectCommand({ Bucket, Key }));
    expect(await (await fetch(address)).text()).toBe('to read');
    const refused = { code: 'ungoverned-call' };
    const command = new PutObjectCommand({ Bucket, Key, Body: 'x' });
    await expect(signedUrl(wrapped, command)).rejects.toMatchObject(refused);
    const resolved = command.resolveMiddleware(wrapped.middlewareStack as never, wrapped.config, {});
    await expect(resolved({ input: command.input })).rejects.toMatchObject(refused);
    wrapped.middlewareStack.add((next) => (args) => next(args), { step: 'initialize', name: 'own' });
    expect(wrapped.middlewareStack.identify()).toContainEqual(expect.stringContaining('own'));
    expect(await actions()).toEqual([]);
    expect(await textOf(Key)).toBe('to read');
  });

  it('runs what was approved, of a stream only what it was, and is undone', async () => {
    const { wrapped, approve, session } = await setup(S3, { requiresApproval: ['objects.put'] });
    const [first, second] = [unique('old'), unique('new')];
    await bare.putObject({ Bucket, Key: first, Body: 'before' });
    for (const call of [
      () => wrapped.send(new PutObjectCommand({ Bucket, Key: first, Body: 'agent' })),
      () => wrapped.putObject({ Bucket, Key: second, Body: Buffer.from('agent') }),
    ]) {
      const put = call();
      await approve((payload) => ({ ...payload, Body: 'approved' }));
      await put;
    }
    expect([await textOf(first), await textOf(second)]).toEqual(['approved', 'approved']);
    const stream = () => ({ Bucket, Key: unique('stream'), Body: Readable.from(['flows']), ContentLength: 5 });
    const refused = wrapped.putObject(stream());
    const told = expect(refused).rejects.toMatchObject({ code: 'approved-payload-invalid' });
    await approve((payload) => ({ ...payload, Body: 'approved' }));
    await told;
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await textOf(first)).toBe('before');
    await missing(second);
  });

  it('sends a stream that no person changed', async () => {
    const { wrapped, actions } = await setup(S3Client);
    const Key = unique('stream');
    const body = { Body: Readable.from([Buffer.from('flows')]), ContentLength: 5 };
    await wrapped.send(new PutObjectCommand({ Bucket, Key, ...body }));
    expect(await textOf(Key)).toBe('flows');
    expect(await actions()).toMatchObject([{ payload: { Key, Body: { $object: 'Readable' } }, status: 'SUCCESS' }]);
  });

  it('sends again what S3 had no time for, but no stream', async () => {
    let requests = 0;
    const busy = createServer((request, response) => {
      requests += 1;
      response.statusCode = requests % 2 === 1 ? 429 : 200;
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
    const configuration = {
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { ...keys },
      maxAttempts: 1,
    };
    const { wrap, actions } = await newGovernance();
    const wrapped = wrap(new S3Client(configuration), { connector: 's3', retryable: ['objects.put'] });
    const put = (Body: string | Readable) =>
      wrapped.send(new PutObjectCommand({ Bucket, Key: 'busy', Body, ContentLength: 5 }));
    await put('again');
    expect(requests).toBe(2);
    await expect(put(Readable.from(['flows']))).rejects.toMatchObject({ $metadata: { httpStatusCode: 429 } });
    expect(requests).toBe(3);
    expect((await actions()).map(({ status }) => status)).toEqual(['SUCCESS', 'UNKNOWN']);
    wrapped.destroy();
    busy.close();
  });

  it('lets a put in flight end before it is destroyed', async () => {
    const { wrapped } = await setup(S3Client);
    const Key = unique('ending');
    const put = wrapped.send(new PutObjectCommand({ Bucket, Key, Body: 'late' }));
    wrapped.destroy();
    await put;
    expect(await textOf(Key)).toBe('late');
  });

  it('does nothing for a test key, and answers what S3 might', async () => {
    const { wrapped } = await setup(S3, {}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    const Key = unique('simulated');
    expect(await wrapped.putObject({ Bucket, Key, Body: 'x' })).toMatchObject({ ETag: expect.any(String) });
    await new Upload({ client: wrapped, params: { Bucket, Key, Body: Buffer.alloc(6 * 1024 * 1024) } }).done();
    await expect(wrapped.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});
