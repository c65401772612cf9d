import type { S3 } from '@aws-sdk/client-s3';
import type { Json, JsonObject } from '../connector.js';
import { type CreatableKind, IN_ITS_FIELDS, NotCapturable } from '../resource/resource.js';
import { object } from './object.js';
import { placeOf } from './place.js';
import { versionIdOf, versionOf } from './version.js';

/**
 * An object that CopyObject made, identified by the ETag of its source, because its bytes are not in the call. A new
 * object is deleted again; a replaced object is not restored, so there is no `write`.
 */
export const copiedObject: CreatableKind<S3> = {
  name: 'object',
  others: IN_ITS_FIELDS,
  label: object.label,
  locate: async (client, { copySource, ...place }) => {
    const { ETag } = await client.headObject(sourceOf(String(copySource)));
    return { ...place, sourceETag: String(ETag) };
  },
  read: async (client, address) => {
    const found = await client.headObject(placeOf(address));
    const version = versionOf(found);
    const putId = versionIdOf(found);
    const [putAt, LastModified] = [found.LastModified?.getTime(), secondOf(found.LastModified?.toISOString())];
    const put = putAt !== undefined && putId !== null ? { putAt, putId } : {};
    return { fields: { ETag: version, LastModified }, version, ...put };
  },
  ...(object.remove && { remove: object.remove }),
};

/** `bucket/key`, encoded as in a URL. @throws NotCapturable */
function sourceOf(text: string): { Bucket: string; Key: string; VersionId?: string } {
  const [, Bucket, key, version] = /^\/?([a-z0-9][a-z0-9.-]*)\/([^?]+)(?:\?versionId=([^&]+))?$/.exec(text) ?? [];
  if (!Bucket || !key) throw new NotCapturable('the CopySource is no bucket and key');
  return { Bucket, Key: decodeURIComponent(key), ...(version && { VersionId: version }) };
}

/** The fields in the response of a CopyObject. */
export function leftByCopy(response: Json | undefined): JsonObject | null {
  const result = (response as { CopyObjectResult?: JsonObject } | null | undefined)?.CopyObjectResult;
  return result ? { ETag: result.ETag ?? null, LastModified: secondOf(result.LastModified) } : null;
}

/** Headers know whole seconds, answers more. */
function secondOf(moment: Json | undefined): Json {
  const at = Date.parse(String(moment));
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}
