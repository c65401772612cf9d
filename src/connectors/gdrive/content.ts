import { createHash } from 'node:crypto';
import type { drive_v3 } from '@googleapis/drive';
import { fromJson, toJson } from '../bytes.js';
import type { Json, JsonObject } from '../connector.js';
import { answered, listed } from '../google/answer.js';
import { statusOf } from '../resource/requests/trouble.js';
import { type Address, type AnsweredPut, type LastChanges, NotCapturable, type Reading } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { NOTHING_ANSWERED } from '../resource/undo/origin.js';

/** A snapshot holds no more of one file. */
const MOST_BYTES = 1_000_000;
/** Documents of Google's own editors have no bytes: they are exported and converted. */
const NATIVE = 'application/vnd.google-apps.';
const EVERYWHERE = { supportsAllDrives: true } as const;

/** The address of a file's bytes, separate from its metadata. */
export const contentOf = (fileId: string): Address => ({ fileId, part: 'content' });
export const isContent = ({ part }: Address): boolean => part === 'content';

/** Bytes and their type; `sha256` distinguishes bytes when a payload holds only their digest. */
export async function readContent(client: drive_v3.Drive, fileId: string): Promise<Reading> {
  const { data } = await client.files.get({ fileId, fields: 'id,mimeType,size,headRevisionId', ...EVERYWHERE });
  const { mimeType, size, headRevisionId = null } = answered(data, fileId);
  if (mimeType?.startsWith(NATIVE)) throw new NotCapturable(`file ${fileId} is a ${mimeType}, which has no bytes`);
  if (Number(size) > MOST_BYTES)
    throw new NotCapturable(`file ${fileId} holds ${size} bytes; at most ${MOST_BYTES} are kept`);
  const media = await client.files.get({ fileId, alt: 'media', ...EVERYWHERE }, { responseType: 'arraybuffer' });
  const bytes = Buffer.from(media.data as unknown as ArrayBuffer);
  const fields = { bytes: toJson(bytes), mimeType: mimeType ?? null, sha256: digestOf(bytes) };
  return { fields, marks: { headRevisionId } };
}

/** The revision that is there now, and how many have come since the captured one; none where Drive does not show it. */
export async function lastRevision(
  client: drive_v3.Drive,
  fileId: string,
  now: Reading | null,
  marks: JsonObject,
): Promise<LastChanges> {
  const head = now?.marks?.headRevisionId;
  if (typeof head !== 'string') return {};
  const ids: (string | null | undefined)[] = [];
  let at: string | null | undefined;
  let pageToken: string | undefined;
  try {
    do {
      const page = { fileId, fields: 'nextPageToken,revisions(id,modifiedTime)', pageSize: 1_000 };
      const { data } = await client.revisions.list(pageToken ? { ...page, pageToken } : page);
      for (const { id, modifiedTime } of listed(data).revisions ?? []) {
        ids.push(id);
        if (id === head) at = modifiedTime;
      }
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
  } catch (error) {
    if (![403, 404].includes(Number(statusOf(error)))) throw error;
  }
  // The oldest revisions come first, and old ones are deleted.
  const from = ids.indexOf(marks.headRevisionId as string | null);
  const times = from < 0 ? {} : { times: ids.indexOf(head) - from };
  return { whole: { id: head, ...(at && { at: Date.parse(at) }), ...times } };
}

/** Drive names the revision where the call asks for it (`fields`). */
export function answeredRevision(response: Json | undefined): AnsweredPut {
  const { headRevisionId: id } = objectOf(response);
  return { ...NOTHING_ANSWERED, id: typeof id === 'string' ? id : null };
}

/**
 * The fields that an upload of this `media` leaves.
 * @throws NotCapturable
 */
export function contentPut(media: JsonObject): JsonObject {
  const mimeType: JsonObject = typeof media.mimeType === 'string' ? { mimeType: media.mimeType } : {};
  const digest = (media.body as { $sha256?: Json } | null | undefined)?.$sha256;
  if (typeof digest === 'string') return { ...mimeType, sha256: digest };
  const bytes = fromJson(media.body);
  if (!bytes) throw new NotCapturable('the content is neither text nor { "$base64" } nor { "$sha256" }');
  return { ...mimeType, sha256: digestOf(bytes) };
}

/** Makes one more revision of the file, with the bytes of before. */
export async function putContent(client: drive_v3.Drive, fileId: string, before: JsonObject | null): Promise<void> {
  const body = fromJson(before?.bytes);
  if (!body) throw new NotCapturable(`the former content of file ${fileId} was not captured`);
  const media = { mimeType: String(before?.mimeType ?? 'application/octet-stream'), body };
  // Uploads go past the root URL that the client was made with.
  const { rootUrl } = client.context._options;
  await client.files.update({ fileId, media, ...EVERYWHERE }, rootUrl === undefined ? {} : { rootUrl });
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
