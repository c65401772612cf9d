import type { AccessOf, OpenTransport } from '../../connector.js';
import { overHttp } from '../../transport/over-http.js';

/** A provider is reached over HTTP with an `Authorization` header, or over a transport of its own. */
export type Reached =
  | { readonly access: AccessOf; readonly transport?: undefined }
  | { readonly transport: OpenTransport; readonly access?: undefined };

export function transportOf({ access, transport }: Reached): OpenTransport {
  return transport ?? overHttp(access);
}
