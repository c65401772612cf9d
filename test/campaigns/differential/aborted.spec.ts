import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { google } from 'googleapis';
import { Octokit } from 'octokit';
import { wrapRecorded } from '../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../sdk/test/support/recording-gate.js';
import { inTime } from './early-ends/in-time.js';

/** Calls that are aborted end with an error of the client's own class, and leave the client usable. */
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    if (!request.url?.includes('slow')) request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Send = (name: string, signal?: AbortSignal) => Promise<unknown>;

const CLIENTS: Record<string, (gate: RecordingGate | null) => Send> = {
  google: (gate) => {
    const raw = google.gmail({ version: 'v1', rootUrl: url, retry: false });
    const gmail = gate ? wrapRecorded(raw, gate, { connector: 'gmail' }) : raw;
    return (name, signal) =>
      gmail.users.labels.create({ userId: name, requestBody: { name } }, { ...(signal && { signal }) });
  },
  'google, without a name of its own': (gate) => {
    const raw = google.gmail({ version: 'v1', rootUrl: url, retry: false });
    const gmail = gate ? wrapRecorded(raw, gate, { connector: 'gmail' }) : raw;
    return (name, signal) => gmail.users.watch({ userId: name, requestBody: {} }, { ...(signal && { signal }) });
  },
  octokit: (gate) => {
    const raw = new Octokit({ baseUrl: url, throttle: { enabled: false }, retry: { enabled: false } });
    const octokit = gate ? wrapRecorded(raw, gate, { connector: 'github' }) : raw;
    return (name, signal) =>
      octokit.rest.issues.create({ owner: name, repo: 'r', title: 't', ...(signal && { request: { signal } }) });
  },
  s3: (gate) => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const raw = new S3Client({ endpoint: url, region: 'x', forcePathStyle: true, credentials, maxAttempts: 1 });
    const s3 = gate ? wrapRecorded(raw, gate, { connector: 's3' }) : raw;
    const options = (signal?: AbortSignal) => ({ ...(signal && { abortSignal: signal }) });
    return (name, signal) => s3.send(new PutObjectCommand({ Bucket: 'b', Key: name, Body: 'x' }), options(signal));
  },
};

const kindOf = (error: unknown) => {
  const { constructor: kind, name, cause } = error as Error & { cause?: Error };
  // octokit looks at the class of the error, and Jest has several of one name.
  const isOctokit = kind.name === 'RequestError' || kind.name === 'DOMException';
  return isOctokit ? { name: cause?.name ?? name } : { kind: kind.name, name, ...(cause && { cause: cause.name }) };
};

async function aborted(send: Send, controller: AbortController): Promise<unknown> {
  try {
    await inTime(send('slow', controller.signal), 'an aborted call');
    return 'ran';
  } catch (error) {
    return kindOf(error);
  }
}

describe.each(Object.entries(CLIENTS))('a call of %s', (_, make) => {
  it('that is aborted while it is asked for, or while it runs, fails as the bare client does', async () => {
    const whenReached = () => {
      const controller = new AbortController();
      server.once('request', () => setImmediate(() => controller.abort()));
      return controller;
    };
    const bare = await aborted(make(null), whenReached());
    expect(bare).not.toBe('ran');
    const gate = new RecordingGate();
    const send = make(gate);
    expect(await aborted(send, whenReached())).toEqual(bare);
    const before = new AbortController();
    gate.decide = () => {
      before.abort();
      return new Promise(() => undefined);
    };
    expect(await aborted(send, before)).toEqual(bare);
    gate.decide = null;
    await inTime(send('fast'), 'the next call');
    expect(gate.asked).toHaveLength(3);
    expect(gate.statuses.at(-1)).toBe('action-3 SUCCESS');
    // It never ran: the question is withdrawn, and nothing is reported.
    expect(gate.givenUp).toEqual(['action-2']);
    expect(gate.statuses.filter((one) => one.startsWith('action-2'))).toEqual([]);
  });
});
