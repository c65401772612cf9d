import { type ConnectorContext, ProviderUnavailableError } from '../connector.js';
import { fetchWithin } from '../lines/fetch.js';
import { pathAsSent } from '../resource/requests/url-path.js';
import { NotCapturable } from '../resource/resource.js';

export interface CalendarObject {
  readonly text: string;
  /** Null when the server gives none on which a write could be conditional. */
  readonly etag: string | null;
}

/** The server answered with a status that is no success. */
class AnsweredError extends Error {
  override readonly name = 'AnsweredError';

  constructor(
    message: string,
    readonly status: number,
    readonly headers: Headers | null = null,
  ) {
    super(message);
  }
}

/** The requests to a CalDAV server (RFC 4791), on the one server that the credential is for. */
export interface Calendars {
  /** @throws the errors of the network, or an error with the `status` of the answer */
  read(url: string): Promise<CalendarObject>;
  /** Writes where there is nothing. */
  create(url: string, text: string): Promise<void>;
  /** Writes if the object still has this `etag`. */
  replace(url: string, text: string, etag: string | null): Promise<void>;
  remove(url: string, etag: string | null): Promise<void>;
  /** Asks for the server's own properties. */
  greet(): Promise<void>;
}

export async function connect(context: ConnectorContext) {
  const { fetch, close } = await fetchWithin('caldav', context);
  const server = new URL(context.credentials.serverUrl ?? '');
  const { createObject, deleteObject, propfind, updateObject } = await import('tsdav');
  const typed = { 'content-type': 'text/calendar; charset=utf-8' };
  const at = (url: string) => onServer(server, url);

  const client: Calendars = {
    read: async (url) => {
      const answer = await succeeded(await fetch(at(url)));
      const text = await answer.text();
      const [found] = await propfind({ url: at(url), props: { resourcetype: {} }, depth: '0', fetch });
      if (found && 'collection' in Object(found.props?.resourcetype)) {
        throw new NotCapturable(`${url} is a whole calendar, not an object in one`);
      }
      // A gateway may answer a page with status 200.
      if (!/^\uFEFF?BEGIN:/i.test(text)) throw new ProviderUnavailableError('the answer is no calendar object');
      return { text, etag: strong(answer.headers.get('etag')) };
    },
    create: async (url, data) => {
      await succeeded(await createObject({ url: at(url), data, headers: { ...typed, 'if-none-match': '*' }, fetch }));
    },
    replace: async (url, data, etag) => {
      await succeeded(await updateObject({ url: at(url), data, ...(etag && { etag }), headers: typed, fetch }));
    },
    remove: async (url, etag) => {
      await succeeded(await deleteObject({ url: at(url), ...(etag && { etag }), fetch }));
    },
    greet: async () => {
      const [answer] = await propfind({ url: server.href, props: { resourcetype: {} }, depth: '0', fetch });
      if (!answer?.ok) throw new AnsweredError(answer?.statusText ?? 'no answer', answer?.status ?? 502);
    },
  };
  return { client, close };
}

/**
 * The texts that every reader takes for a path, alone or after the name of a host; readers differ about `http:/a` and
 * `//a`.
 */
const WRITTEN = /^(?:https?:\/\/[^/?#\\]+)?(?=\/(?!\/))/i;

/** The credential goes to its own server alone, whatever address a payload names. */
function onServer(server: URL, text: string): string {
  const [host] = WRITTEN.exec(text) ?? [null];
  const url = host !== null && URL.canParse(text, server.href) ? new URL(text, server) : null;
  if (host !== null) pathAsSent(text.slice(host.length));
  if (url?.origin !== server.origin || url.username || url.password || url.hash) {
    throw new NotCapturable('the object is not on the server of the credential');
  }
  if (url.pathname.endsWith('/')) throw new NotCapturable('this is a whole calendar, not an object in one');
  return url.href;
}

async function succeeded(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new AnsweredError(answer.statusText || 'refused', answer.status, answer.headers);
}

/** If-Match never holds for a weak one (RFC 9110, 13.1.1). */
function strong(etag: string | null): string | null {
  return etag?.startsWith('"') ? etag : null;
}
