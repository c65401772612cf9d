import { type Json, ProviderUnavailableError } from '../connector.js';
import type { AnsweredPut } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';

/**
 * S3 returns the ETag of each object; a foreign page with status 200 has none.
 * @throws ProviderUnavailableError
 */
export function versionOf({ ETag }: { readonly ETag?: string | undefined }): string {
  if (!ETag) throw new ProviderUnavailableError('the answer is not one of S3: it has no ETag');
  return ETag;
}

/** `wrap()` puts the date of the answer among the metadata that the client of AWS adds. */
export function answeredPut(response: Json | undefined): AnsweredPut {
  const { ETag: tag, $metadata: metadata, ...rest } = objectOf(response);
  const at = Date.parse(String(objectOf(metadata).date));
  return { id: versionIdOf(rest), version: typeof tag === 'string' ? tag : null, at: Number.isNaN(at) ? null : at };
}

/** The answer to a deletion of many objects names the marker of each. */
export function answeredDeletion(response: Json | undefined, key: Json | undefined): AnsweredPut {
  const { Deleted } = objectOf(response);
  const own = Array.isArray(Deleted) ? Deleted.map(objectOf).find(({ Key }) => Key === key) : undefined;
  return { ...answeredPut(response), id: versionIdOf({ VersionId: own?.DeleteMarkerVersionId }) };
}

/** In a bucket with versioning each put has an id; all puts without versioning share the id `null`. */
export function versionIdOf(answer: { readonly VersionId?: unknown } | null | undefined): string | null {
  const { VersionId: id } = answer ?? {};
  return typeof id === 'string' && id !== '' && id !== 'null' ? id : null;
}
