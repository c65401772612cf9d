import { drive as driveClient } from '@googleapis/drive';
import { gdrive } from '../../../../src/connectors/gdrive/gdrive.connector.js';
import { PRECISION_MS } from '../../../../src/connectors/resource/requests/clock.js';
import { unique } from '../../../support/client.js';
import { startDriveRevisions } from '../../../support/drive-revisions.js';
import { contextWith } from '../../../support/google.js';
import { type GoogleDriveMock, startGoogleDriveMock } from '../../../support/google-drive-mock.mjs';
import { newScenario } from '../../../support/scenario.js';

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
