import { drive } from '@googleapis/drive';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import { gdrive as connector } from '../../../src/connectors/gdrive/gdrive.connector.js';
import { onDrive } from '../../campaigns/hostile/support/claims/drive.js';
import { unique } from '../../support/client.js';
import { contextWith } from '../../support/google.js';
import { startGoogleDriveMock } from '../../support/google-drive-mock.mjs';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

const FOLDER = 'application/vnd.google-apps.folder';

/** Files and folders of Google Drive, as google-drive-mock plays it. */
export async function gdrive(): Promise<Subject> {
  const { url, accessToken, stop } = await startGoogleDriveMock();
  const headers = { authorization: `Bearer ${accessToken}` };
  const { files } = drive({ version: 'v3', rootUrl: `${url}/`, headers, retry: false });
  const credentials = { baseUrl: url, accessToken };
  const context = contextWith(credentials);
  const made = async (requestBody: { name: string; mimeType?: string; parents?: string[] }) =>
    String((await files.create({ requestBody })).data.id);
  const newFolder = () => made({ name: unique('folder'), mimeType: FOLDER });
  const idOf = (response: Json) => String((response as JsonObject).id);

  return {
    name: 'gdrive',
    context,
    isBlind: true,
    elsewhere: { ...credentials, baseUrl: url.replace('127.0.0.1', 'localhost') },
    stop,
    newThing: async () => {
      const [here, there] = [await newFolder(), await newFolder()];
      const fileId = await made({ name: 'a', parents: [here] });
      const state = async () => {
        const found = await files.get({ fileId, fields: 'name,parents' }).catch(() => null);
        return found && { name: found.data.name, isMoved: found.data.parents?.includes(there) };
      };
      return {
        state,
        change: (name) => {
          const payload = { fileId, requestBody: { name } };
          const act = async () => (await files.update(payload)).data;
          return { connector, context, apiName: 'gdrive.files.update', payload: payload as JsonObject, act, state };
        },
        set: (name) => files.update({ fileId, requestBody: { name } }),
        setOther: () => files.update({ fileId, addParents: there, requestBody: {} }),
        drop: () => files.delete({ fileId }),
      };
    },
    newAbsent: async () => {
      const requestBody = { name: unique('folder'), mimeType: FOLDER };
      const state = async () => {
        const { data } = await files.list({ q: `name = '${requestBody.name}' and trashed = false` });
        const [folder] = data.files ?? [];
        if (!folder) return null;
        const inside = await files.list({ q: `'${folder.id}' in parents and trashed = false` });
        return { files: inside.data.files?.map(({ name }) => name) };
      };
      const act = async () => (await files.create({ requestBody })).data;
      return {
        state,
        make: () => ({ connector, context, apiName: 'gdrive.files.create', payload: { requestBody }, act, state }),
        add: (response) => made({ name: 'of a colleague', parents: [idOf(response)] }),
      };
    },
  };
}

export const world: World = { places: [{ name: 'gdrive', open: gdrive, makesUnseen: true }], claims: onDrive };
