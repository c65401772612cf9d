import { drive } from '@googleapis/drive';
import { unique } from '../../../../support/client.js';
import { contextWith } from '../../../../support/google.js';
import { startGoogleDriveMock } from '../../../../support/google-drive-mock.mjs';
import { data, type Stage } from './stage.js';

export async function onDrive(): Promise<Stage> {
  const { url, accessToken, stop } = await startGoogleDriveMock();
  const headers = { authorization: `Bearer ${accessToken}` };
  const { files } = drive({ version: 'v3', rootUrl: `${url}/`, headers, retry: false });
  return {
    context: contextWith({ baseUrl: url, accessToken }),
    stop,
    changes: {
      'gdrive.files.update': async () => {
        const { data: made } = await files.create({ requestBody: { name: unique('file') } });
        const fileId = String(made.id);
        return {
          payload: { fileId, requestBody: { name: 'of the agent' } },
          set: () => data(files.update({ fileId, requestBody: { name: 'of a person' } })),
          state: async () => (await files.get({ fileId, fields: 'name' })).data.name,
        };
      },
    },
    claims: {
      'gdrive.files.create': () => {
        const requestBody = { name: unique('file') };
        return {
          payload: { requestBody },
          make: () => data(files.create({ requestBody })),
          makeMore: () => data(files.create({ requestBody: { ...requestBody, description: 'of a person' } })),
          state: () => data(files.list({ q: 'trashed = false' })),
        };
      },
    },
  };
}
