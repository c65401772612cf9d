import { drive, type drive_v3 } from '@googleapis/drive';
import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { gdrive } from '../../src/connectors/gdrive/gdrive.connector.js';
import { AS_LEFT, NOT_HAPPENED, proved, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { unique } from '../support/client.js';
import { freePort } from '../support/free-port.mjs';
import { contextWith, type Google, startGoogle } from '../support/google.js';
import { newPerformer, performedTrip, tripThroughService } from '../support/service-trip.js';

let google: Google;
let context: ConnectorContext;
let client: drive_v3.Drive;

beforeAll(async () => {
  google = await startGoogle();
  context = contextWith(google.credentials);
  client = drive({ version: 'v3', ...google.options });
});

afterAll(() => google.stop());

const data = async <T>(call: Promise<{ data: T }>) => (await call).data;
const create = (requestBody: drive_v3.Schema$File) => data(client.files.create({ requestBody }));
const newFolder = async () =>
  String((await create({ name: unique('folder'), mimeType: 'application/vnd.google-apps.folder' })).id);
const newFile = async (parents: string[]) => String((await create({ name: unique('file'), parents })).id);
const seen = async (fileId: string) => {
  const { modifiedTime: _, ...file } = await data(client.files.get({ fileId, fields: '*' }));
  return { ...file, parents: file.parents?.toSorted() };
};

function update(fileId: string, more: drive_v3.Params$Resource$Files$Update): Trip {
  const params = { fileId, ...more };
  return {
    connector: gdrive,
    context,
    apiName: 'gdrive.files.update',
    payload: params as unknown as JsonObject,
    act: () => data(client.files.update(params)),
    state: () => seen(fileId),
  };
}

describe('files of Google Drive', () => {
  it('get their names back', async () => {
    await roundTrip(update(await newFile([await newFolder()]), { requestBody: { name: 'renamed' } }));
  });

  it('go back to the folders they were in', async () => {
    const [from, to, third] = await Promise.all([newFolder(), newFolder(), newFolder()]);
    const fileId = await newFile([from, third]);
    await roundTrip(update(fileId, { addParents: to, removeParents: from, requestBody: { name: 'moved' } }));
    await roundTrip(update(fileId, { addParents: `${to}, ${from}`, fields: 'parents' }));
  });

  it('that another client has renamed or moved since stay as they are, unless it is forced', async () => {
    const [from, to] = await Promise.all([newFolder(), newFolder()]);
    const fileId = await newFile([from]);
    const call = update(fileId, { addParents: to, removeParents: from, requestBody: { name: 'agent' } });
    const before = await seen(fileId);
    const effect = await refusesAfter(call, async () =>
      client.files.update({ fileId, addParents: await newFolder(), requestBody: { name: 'other' } }),
    );
    expect((await undo(call, effect, 'force')).outcome).toBe('done');
    expect(await seen(fileId)).toEqual(before);
  });

  it('are read again when the outcome of a call is unknown', async () => {
    const fileId = await newFile([await newFolder()]);
    const call = update(fileId, { requestBody: { name: 'agent' } });
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await gdrive.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await call.act();
    expect(await gdrive.probeOutcome(effect, context)).toEqual(AS_LEFT);
    await client.files.update({ fileId, requestBody: { name: 'other' } });
    expect(await gdrive.probeOutcome(effect, context)).toEqual(UNKNOWN);
  });

  it('that an agent made are not said to be in the trash when they are not: the stand-in has none', async () => {
    const requestBody = { name: unique('file'), parents: [await newFolder()] };
    const payload = { requestBody };
    const call = {
      connector: gdrive,
      context,
      apiName: 'gdrive.files.create',
      payload,
      act: () => create(requestBody),
    };
    const effect = await perform(call);
    expect(gdrive.plan(effect)).toMatchObject({
      class: 'compensating',
      calls: [expect.stringContaining('{"trashed":true}')],
    });
    expect(await gdrive.probeOutcome(effect, context)).toEqual(proved('answer'));
    const trip = { ...call, state: async () => null };
    expect(await undo(trip, effect)).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('otherwise') });
    const other = await newFile([await newFolder()]);
    expect((await undo(trip, { ...effect, response: { id: other } })).outcome).toBe('conflict');
    const late = {
      ...effect,
      snapshot: { takenAt: Date.now() + 600_000, place: String(effect.snapshot?.place), items: null },
    };
    expect(await undo(trip, late)).toMatchObject({ outcome: 'impossible', detail: expect.stringContaining('before') });
  });
});

describe('the gdrive connector', () => {
  it('says in words why it cannot read', async () => {
    const call = { apiName: 'gdrive.files.update', payload: { fileId: 'missing' } };
    const capture = (more: object) => gdrive.capture(call, { ...context, ...more });
    expect(await capture({})).toMatchObject({ captured: true, content: { items: [{ reading: null }] } });
    const failing = (part: string) => ({ captured: false, reason: expect.stringContaining(part) });
    const wrong = { ...google.credentials, refreshToken: 'x' };
    expect(await capture({ credentials: wrong })).toEqual(failing('refresh token is invalid'));
    expect(await capture({ allowedPrivateHosts: [] })).toEqual(failing('does not allow its host'));
    const gone = { ...google.token, baseUrl: `http://127.0.0.1:${await freePort()}` };
    expect(await capture({ credentials: gone })).toEqual(failing('ECONNREFUSED'));
    await gdrive.probe(context);
    await expect(gdrive.probe(contextWith(wrong))).rejects.toThrow('refresh token');
  });

  it('says of content that is too large that it is not undone', async () => {
    const media = { mimeType: 'text/plain', body: 'a'.repeat(1_000_001) };
    const { data: large } = await client.files.create(
      { requestBody: { name: 'large' }, media },
      { rootUrl: `${google.url}/` },
    );
    const payload = { fileId: String(large.id), media: { mimeType: 'text/plain', body: 'new' } };
    expect(await gdrive.capture({ apiName: 'gdrive.files.update', payload }, context)).toEqual({
      captured: false,
      reason: expect.stringContaining('at most'),
    });
  });

  it('undoes through the service what an agent did', async () => {
    const [from, to] = await Promise.all([newFolder(), newFolder()]);
    const fileId = await newFile([from]);
    const params = { fileId, addParents: to, removeParents: from };
    const { plan, report } = await tripThroughService({
      connector: gdrive,
      apiName: 'gdrive.files.update',
      context: contextWith(google.credentials),
      payload: params,
      act: () => data(client.files.update(params)),
      state: () => seen(fileId),
    });
    expect(plan[0]).toMatchObject({ class: 'exact', calls: [`files.update ${fileId} {"parents":["${from}"]}`] });
    expect(report.results[0]).toMatchObject({ outcome: 'ROLLED_BACK' });
  });
});

describe('a call of Google Drive that the service makes', () => {
  it('renames a file and answers it, and a rollback gives it its name back', async () => {
    const fileId = await newFile([await newFolder()]);
    const { act: _, ...trip } = update(fileId, { requestBody: { name: 'renamed' } });
    expect((await performedTrip(trip)).response).toMatchObject({ id: fileId, name: 'renamed' });
  });

  it('answers reads', async () => {
    const fileId = await newFile([await newFolder()]);
    const { perform } = await newPerformer('gdrive', google.credentials);
    expect(await perform('files.get', { fileId })).toMatchObject({ status: 'SUCCESS', response: { id: fileId } });
    expect((await perform('files.list', { pageSize: 3 })).response.files.length).toBeGreaterThan(0);
  });
});
