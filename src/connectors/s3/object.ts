import type { S3 } from '@aws-sdk/client-s3';
import type { JsonObject } from '../connector.js';
import { statusOf } from '../resource/requests/trouble.js';
import {
  type Address,
  type CreatableKind,
  IN_ITS_FIELDS,
  type LastChanges,
  NotCapturable,
  type Reading,
  type Undoing,
} from '../resource/resource.js';
import { fieldsOf, toInput } from './object-fields.js';
import { objectLabel, placeOf } from './place.js';
import { readTags } from './tag-set.js';
import { versionIdOf, versionOf } from './version.js';

/** A snapshot holds no more of one object. */
const MOST_BYTES = 1_000_000;

/** A whole object: its bytes, headers, metadata and tags. */
export const object: CreatableKind<S3> = {
  name: 'object',
  others: IN_ITS_FIELDS,
  label: objectLabel,
  read,
  lastChanges: async (client, address, now) => (now === null ? lastDeletion(client, address) : {}),
  write: {
    describe: (address) => `PutObject ${objectLabel(address)}`,
    run: async (client, address, fields, { before, now }) => {
      // A put replaces bytes and headers together: those beside another client's bytes are its own.
      if (!('BodySha256' in fields) && now?.fields.BodySha256 !== before?.BodySha256)
        throw new NotCapturable(`other bytes were put to ${objectLabel(address)} since the call; nothing was written`);
      return put(client, address, overlay(fields, before, now), now);
    },
  },
  recreate: {
    describe: (address) => `PutObject ${objectLabel(address)}`,
    run: (client, address, fields) => put(client, address, fields, null),
  },
  remove: {
    describe: (address) => `DeleteObject ${objectLabel(address)}`,
    run: async (client, address, _, { now }) => {
      await client.deleteObject({ ...placeOf(address), IfMatch: now?.version });
      return undefined;
    },
  },
};

async function read(client: S3, address: Address): Promise<Reading | null> {
  const place = placeOf(address);
  const found = await client.getObject(place);
  const version = versionOf(found);
  const { Body: body, ContentLength: size = 0 } = found;
  if (size > MOST_BYTES) {
    (body as { destroy?(): void } | undefined)?.destroy?.();
    throw new NotCapturable(`${objectLabel(address)} holds ${size} bytes; at most ${MOST_BYTES} are kept`);
  }
  const bytes = (await body?.transformToByteArray()) ?? new Uint8Array();
  const tags = found.TagCount ? await readTags(client, address) : {};
  const putAt = found.LastModified?.getTime();
  const putId = versionIdOf(found);
  const put = { ...(putAt !== undefined && { putAt }), ...(putId !== null && { putId }) };
  return { fields: fieldsOf(found, bytes, tags), version, ...put };
}

/** In a bucket with versioning a deletion leaves a marker, with a version and a time. Other buckets, and some servers, show none. */
async function lastDeletion(client: S3, address: Address): Promise<LastChanges> {
  const { Bucket, Key } = placeOf(address);
  const shown = client.listObjectVersions({ Bucket, Prefix: Key, MaxKeys: 1 }).catch((error: unknown) => {
    if ([403, 404, 405, 501].includes(Number(statusOf(error)))) return { DeleteMarkers: [] };
    throw error;
  });
  const [marker] = (await shown).DeleteMarkers ?? [];
  const at = marker?.LastModified?.getTime();
  const id = versionIdOf(marker);
  if (marker?.Key !== Key || !marker.IsLatest || at === undefined) return {};
  return { whole: { at, ...(id !== null && { id }) } };
}

/** Later changes of another client stay; the bytes follow their digest. */
function overlay(fields: JsonObject, before: Undoing['before'], now: Undoing['now']): JsonObject {
  const bytes: JsonObject = 'BodySha256' in fields ? { Body: before?.Body ?? '' } : {};
  return { ...now?.fields, ...fields, ...bytes };
}

async function put(client: S3, address: Address, fields: JsonObject, now: Reading | null): Promise<undefined> {
  const condition = now ? { IfMatch: now.version } : { IfNoneMatch: '*' };
  await client.putObject({ ...placeOf(address), ...toInput(fields), ...condition });
  return undefined;
}
