import { Readable } from 'node:stream';
import { fromJson } from '../bytes.js';
import type { JsonObject } from '../connector.js';
import { methodAt, refuseMembers } from '../resource/performing.js';
import { NotCapturable, type Performing } from '../resource/resource.js';
import { objectIn } from './payload.js';

/** These members would make Google's client send another request than that of the operation, or another credential. */
const OF_THE_REQUEST = ['access_token', 'auth', 'callback', 'headers', 'key', 'oauth_token', 'resource', 'uploadType'];

interface GoogleClient {
  readonly context: { readonly _options: { readonly rootUrl?: string } };
}

/** Calls of one of Google's own clients, which answers `data`; Google knows no idempotency keys. */
export function googlePerforming<C extends GoogleClient>(
  pathIn: (path: string) => string = (path) => path,
  more: Partial<Performing<C>> = {},
): Performing<C> {
  return {
    isKeyed: false,
    call: (client, path, payload) => callGoogle(client, pathIn(path), payload),
    ...more,
  };
}

/** @param met sent as If-Match when Google reported a version. @throws NotCapturable; whatever the client throws */
export async function callGoogle(
  client: GoogleClient,
  path: string,
  { media, ...payload }: JsonObject,
  met?: string | null,
): Promise<unknown> {
  refuseMembers(payload, OF_THE_REQUEST);
  // The client makes `auth` of `auth_`.
  const aliased = Object.keys(payload).find((name) => name.endsWith('_'));
  if (aliased !== undefined) refuseMembers(payload, [aliased]);
  // Uploads go past the root URL that the client was made with.
  const { rootUrl } = client.context._options;
  const options = { ...(rootUrl !== undefined && { rootUrl }), ...(met && { headers: { 'If-Match': met } }) };
  const params = { ...payload, ...(media !== undefined && { media: mediaOf(objectIn(media)) }) };
  const { data } = (await methodAt(client, path)(params, options)) as { data: unknown };
  return data;
}

/**
 * Apart from JSON, the client takes only texts and streams as a body.
 * @throws NotCapturable for content that is only a digest
 */
function mediaOf({ mimeType, body }: JsonObject) {
  const bytes = fromJson(body);
  if (!bytes) throw new NotCapturable('the content is neither text nor { "$base64" }');
  return {
    ...(typeof mimeType === 'string' && { mimeType }),
    body: typeof body === 'string' ? body : Readable.from([bytes]),
  };
}
