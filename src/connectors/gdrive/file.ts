import type { drive_v3 } from '@googleapis/drive';
import type { Json, JsonObject } from '../connector.js';
import { answered, listed } from '../google/answer.js';
import type { Address, CreatableKind } from '../resource/resource.js';
import { isContent, lastRevision, putContent, readContent } from './content.js';

const MEMBERS = ['name', 'description', 'starred', 'trashed'] as const;
const FOLDER = 'application/vnd.google-apps.folder';
const EVERYWHERE = { supportsAllDrives: true } as const;

/** Members of a file that are compared: in which folders it is, in order; flags that Google leaves out are false. */
export function fieldsOf(file: JsonObject): JsonObject {
  return {
    name: file.name ?? null,
    description: file.description || null,
    starred: file.starred ?? false,
    trashed: file.trashed ?? false,
    parents: Array.isArray(file.parents) ? [...file.parents].sort() : null,
  };
}

const idOf = (address: Address) => String(address.fileId);

/** The metadata of a file; under an address of its own, the content. */
export const file: CreatableKind<drive_v3.Drive> = {
  name: 'file',
  label: (address) => `${isContent(address) ? 'content of ' : ''}file ${idOf(address)}`,
  read: async (client, address) => {
    if (isContent(address)) return readContent(client, idOf(address));
    const fields = 'id,name,description,starred,trashed,parents,createdTime,mimeType,md5Checksum';
    const { data } = await client.files.get({ fileId: idOf(address), fields, ...EVERYWHERE });
    const found = answered(data, idOf(address));
    const isFolderInTrash = found.trashed === true && found.mimeType === FOLDER;
    const contents = isFolderInTrash ? [...(await filesIn(client, idOf(address), 'all'))] : null;
    const { createdTime = null, md5Checksum = null } = found;
    return { fields: { ...fieldsOf(found as JsonObject), createdTime }, marks: { contents, md5Checksum } };
  },
  volatile: ['createdTime'],
  lasting: ['parents'],
  lastChanges: async (client, address, now, marks) =>
    isContent(address) ? lastRevision(client, idOf(address), now, marks) : {},
  others: async (client, address) => ({ files: (await filesIn(client, idOf(address), 'untrashed')).length }),
  end: {
    fields: ['trashed'],
    is: ({ trashed }) => trashed === true,
    uses: async (client, address, { before: { contents, md5Checksum }, now }) => {
      const files = Array.isArray(contents) ? await filesIn(client, idOf(address), 'untrashed') : [];
      const content = now.md5Checksum === md5Checksum ? null : 'written by another client';
      return { content, files: files.filter((file) => !(contents as Json[]).includes(file)).length };
    },
  },
  createdAt: ({ createdTime }) => (typeof createdTime === 'string' ? Date.parse(createdTime) : null),
  write: {
    describe: (address, fields) =>
      `files.update ${idOf(address)} ${isContent(address) ? 'with its former content' : JSON.stringify(fields)}`,
    run: async (client, address, fields, { before, now }) => {
      if (isContent(address)) {
        await putContent(client, idOf(address), before);
        return undefined;
      }
      const requestBody = Object.fromEntries(
        MEMBERS.filter((name) => name in fields).map((name) => [name, fields[name] ?? '']),
      );
      const moved = 'parents' in fields ? moveOf(now?.fields.parents, fields.parents) : {};
      await client.files.update({ fileId: idOf(address), ...moved, requestBody, ...EVERYWHERE });
      return undefined;
    },
  },
};

/** The files of a folder, at most a thousand. A folder in the trash takes them along. */
async function filesIn(client: drive_v3.Drive, folder: string, which: 'all' | 'untrashed'): Promise<readonly string[]> {
  const q = `'${folder.replaceAll(/['\\]/g, '')}' in parents${which === 'all' ? '' : ' and trashed = false'}`;
  const everywhere = { ...EVERYWHERE, includeItemsFromAllDrives: true };
  const { data } = await client.files.list({ q, pageSize: 1_000, fields: 'files(id,parents)', ...everywhere });
  return (listed(data).files ?? []).flatMap(({ id, parents }) => (id && parents?.includes(folder) ? [id] : []));
}

/** The files that were made last. */
export async function newestFiles(client: drive_v3.Drive): Promise<readonly Address[]> {
  const everywhere = { ...EVERYWHERE, includeItemsFromAllDrives: true };
  const page = { orderBy: 'createdTime desc', pageSize: 100, fields: 'files(id)' };
  const { data } = await client.files.list({ ...page, ...everywhere });
  return (listed(data).files ?? []).map(({ id }) => ({ fileId: String(id) }));
}

function moveOf(now: unknown, wanted: unknown): { addParents?: string; removeParents?: string } {
  const [there, back] = [now, wanted].map((parents) => (parents ?? []) as string[]) as [string[], string[]];
  const added = back.filter((parent) => !there.includes(parent));
  const removed = there.filter((parent) => !back.includes(parent));
  return {
    ...(added.length > 0 && { addParents: added.join() }),
    ...(removed.length > 0 && { removeParents: removed.join() }),
  };
}
