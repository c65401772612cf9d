import { drive } from '@googleapis/drive';
import type { JsonObject } from '../../../src/connectors/connector.js';
import { gdrive as connector } from '../../../src/connectors/gdrive/gdrive.connector.js';
import { unique } from '../client.js';
import { contextWith, startGoogle } from '../google.js';
import type { Subject } from './subject.js';

/** Files of Google Drive, as emulate plays it: with names and folders, and without a trash. */
export async function gdrive(): Promise<Subject> {
  const google = await startGoogle();
  const { files } = drive({ version: 'v3', ...google.options });
  const context = contextWith(google.token);
  const newFolder = async () => {
    const requestBody = { name: unique('folder'), mimeType: 'application/vnd.google-apps.folder' };
    return String((await files.create({ requestBody })).data.id);
  };

  return {
    name: 'gdrive',
    context,
    isBlind: true,
    elsewhere: { ...google.token, baseUrl: google.url.replace('127.0.0.1', 'localhost') },
    stop: google.stop,
    newThing: async () => {
      const [here, there] = [await newFolder(), await newFolder()];
      const { data } = await files.create({ requestBody: { name: 'a', parents: [here] } });
      const fileId = String(data.id);
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
      };
    },
  };
}
