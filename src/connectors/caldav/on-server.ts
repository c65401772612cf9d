import { pathAsSent } from '../resource/requests/url-path.js';
import { NotCapturable } from '../resource/resource.js';

/**
 * The texts that every reader takes for a path, alone or after the name of a host; readers differ about `http:/a` and
 * `//a`.
 */
const WRITTEN = /^(?:https?:\/\/[^/?#\\]+)?(?=\/(?!\/))/i;

/** The credential goes to its own server alone, whatever address a payload names. @throws NotCapturable */
export function onServer(server: URL, text: string): URL {
  const [host] = WRITTEN.exec(text) ?? [null];
  const url = host !== null && URL.canParse(text, server.href) ? new URL(text, server) : null;
  if (host !== null) pathAsSent(text.slice(host.length));
  if (url?.origin !== server.origin || url.username || url.password || url.hash) {
    throw new NotCapturable('the object is not on the server of the credential');
  }
  return url;
}

/** @throws NotCapturable */
export function objectAt(server: URL, text: string): string {
  const url = onServer(server, text);
  if (url.pathname.endsWith('/')) throw new NotCapturable('this is a whole calendar, not an object in one');
  return url.href;
}
