import { ProviderUnavailableError } from '../connector.js';

/**
 * S3 returns the ETag of each object; a foreign page with status 200 has none.
 * @throws ProviderUnavailableError
 */
export function versionOf({ ETag }: { readonly ETag?: string | undefined }): string {
  if (!ETag) throw new ProviderUnavailableError('the answer is not one of S3: it has no ETag');
  return ETag;
}

/** In a bucket with versioning each put has an id; all puts without versioning share the id `null`. */
export function versionIdOf(answer: { readonly VersionId?: unknown } | null | undefined): string | null {
  const { VersionId: id } = answer ?? {};
  return typeof id === 'string' && id !== '' && id !== 'null' ? id : null;
}
