import { drive, type drive_v3 } from '@googleapis/drive';
import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { gdrive } from '../../src/connectors/gdrive/gdrive.connector.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { contextWith } from '../support/google.js';
import { type GoogleDriveMock, startGoogleDriveMock } from '../support/google-drive-mock.mjs';
import { tripThroughService } from '../support/service-trip.js';

let mock: GoogleDriveMock;
let context: ConnectorContext;
let credentials: Record<string, string>;
let files: drive_v3.Resource$Files;

beforeAll(async () => {
  mock = await startGoogleDriveMock();
  credentials = { baseUrl: mock.url, accessToken: mock.accessToken };
  context = contextWith(credentials);
  const headers = { authorization: `Bearer ${mock.accessToken}` };
  files = drive({ version: 'v3', rootUrl: `${mock.url}/`, headers, retry: false }).files;
});

afterAll(() => mock.stop());

const text = <T>(body: T) => ({ mimeType: 'text/plain', body });

/** Google's client sends uploads past the root URL it was made with, and not past that of a call. */
const upload = (fileId: string, more: drive_v3.Params$Resource$Files$Update) =>
  files.update({ fileId, ...more }, { rootUrl: `${mock.url}/` });
const write = (fileId: string, body: string | Buffer) => upload(fileId, { media: text(body) });

async function newFile(body: string | Buffer = 'first'): Promise<string> {
  const { data } = await files.create({ requestBody: { name: 'notes', mimeType: 'text/plain' } });
  await write(String(data.id), body);
  return String(data.id);
}

async function seen(fileId: string) {
  const { data } = await files.get({ fileId, fields: 'name,mimeType,description,starred,trashed' });
  const content = await files.get({ fileId, alt: 'media' }, { responseType: 'arraybuffer' });
  const { description = '', starred = false } = data;
  return {
    ...data,
    description,
    starred,
    content: Buffer.from(content.data as unknown as ArrayBuffer).toString('latin1'),
  };
}

function update(fileId: string, more: drive_v3.Params$Resource$Files$Update, recorded: object = {}): Trip {
  return {
    connector: gdrive,
    context,
    apiName: 'gdrive.files.update',
    payload: { fileId, ...more, ...recorded } as unknown as JsonObject,
    act: async () => (await upload(fileId, more)).data,
    state: () => seen(fileId),
  };
}

describe('the content of a file of Google Drive', () => {
  it('is restored', async () => {
    await roundTrip(update(await newFile(), { media: text('second') }));
  });

  it('is restored byte by byte, also where the payload holds no more than a digest', async () => {
    const { createHash } = await import('node:crypto');
    const fileId = await newFile(Buffer.from([0, 255, 10, 13, 128]));
    const body = Buffer.from('b'.repeat(70_000));
    const $sha256 = createHash('sha256').update(body).digest('hex');
    const media = { mimeType: 'text/plain', body: { $sha256, $size: body.length } };
    await roundTrip(update(fileId, { media: text(body) }, { media }));
  });

  it('is restored together with the name', async () => {
    const call = update(await newFile(), { requestBody: { name: 'report', starred: true }, media: text('second') });
    await roundTrip(call);
  });

  it('stays as another person has written it since, unless it is forced', async () => {
    const fileId = await newFile();
    const before = await seen(fileId);
    const call = update(fileId, { media: text('second') });
    const effect = await refusesAfter(call, () => write(fileId, 'of a colleague'));
    expect((await undo(call, effect, 'force')).outcome).toBe('done');
    expect(await seen(fileId)).toEqual(before);
  });

  it('is undone beside a name that another person has given since', async () => {
    const fileId = await newFile();
    const call = update(fileId, { media: text('second') });
    const effect = await perform(call);
    await files.update({ fileId, requestBody: { name: 'of a colleague' } });
    expect((await undo(call, effect)).outcome).toBe('done');
    expect(await seen(fileId)).toMatchObject({ name: 'of a colleague', content: 'first' });
  });

  it('is read when it is unknown whether the call took effect', async () => {
    const fileId = await newFile();
    const call = update(fileId, { media: text('second') });
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await gdrive.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await call.act();
    expect(await gdrive.probeOutcome(effect, context)).toEqual(AS_LEFT);
    await write(fileId, 'of a colleague');
    expect(await gdrive.probeOutcome(effect, context)).toEqual(UNKNOWN);
  });

  it('is not captured where it is a stream, and where there are no bytes', async () => {
    const capture = (fileId: string, media: JsonObject) =>
      gdrive.capture({ apiName: 'gdrive.files.update', payload: { fileId, media } }, context);
    const because = (part: string) => ({ captured: false, reason: expect.stringContaining(part) });
    expect(await capture(await newFile(), { body: { $object: 'ReadStream' } })).toEqual(because('neither text nor'));
    const mimeType = 'application/vnd.google-apps.document';
    const { data } = await files.create({ requestBody: { name: 'document', mimeType } });
    expect(await capture(String(data.id), { body: 'x' })).toEqual(because('which has no bytes'));
  });

  it('is undone through the service, which says that the revisions in between stay', async () => {
    const fileId = await newFile();
    const media = text('second');
    const params = { fileId, media };
    const { plan, report } = await tripThroughService({
      connector: gdrive,
      apiName: 'gdrive.files.update',
      context,
      payload: params,
      act: async () => (await upload(fileId, { media })).data,
      state: () => seen(fileId),
    });
    expect(plan[0]).toMatchObject({
      class: 'exact',
      calls: [`files.update ${fileId} with its former content`],
      remains: expect.arrayContaining([expect.stringContaining('revisions')]),
    });
    expect(report.results[0]).toMatchObject({ outcome: 'ROLLED_BACK' });
  });
});

describe('the metadata of a file of Google Drive', () => {
  it('is restored: description, star and trash', async () => {
    const requestBody = { description: 'of the agent', starred: true, trashed: true };
    await roundTrip(update(await newFile(), { requestBody }));
  });
});
