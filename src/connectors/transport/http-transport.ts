import { EgressForbiddenError } from '../../platform/egress/egress.js';
import { egressFetch } from '../../platform/egress/egress-fetch.js';
import type { AccessOf, ConnectorContext } from '../connector.js';
import { type Access, chosenHeaders, isWithin } from './access.js';
import { errorWithoutEcho, withoutEcho } from './echo.js';
import type { HttpTransport } from './transport.js';

const MOST_BYTES = 10_000_000;

/**
 * Sends requests only to the provider of a credential, and adds the authorization.
 * @throws NotCapturable
 */
export async function openHttp(accessOf: AccessOf, context: ConnectorContext): Promise<HttpTransport> {
  return openHttpTo([await accessOf(context)], context);
}

/** Sends each request to the most exact of several destinations, with the authorization of that one. */
export function openHttpTo(accesses: readonly Access[], context: ConnectorContext): HttpTransport {
  const { secrets } = context;
  const mostExactFirst = accesses.toSorted((one, other) => other.base.href.length - one.base.href.length);
  const { fetch, close } = egressFetch({ ...context, maxBytes: MOST_BYTES });
  const send: HttpTransport['send'] = async ({ url, method, headers, body }) => {
    const to = new URL(url);
    const access = mostExactFirst.find((one) => isWithin(one, to));
    if (!access) throw new EgressForbiddenError('the request does not go where the credential is for');
    const sent = chosenHeaders(headers);
    if (access.authorization !== '') sent.push(['authorization', access.authorization]);
    const answer = await fetch(to, { method, headers: sent, body: body as Uint8Array<ArrayBuffer> | null });
    const bytes = answer.body && new Uint8Array(await answer.arrayBuffer());
    return {
      url: answer.url,
      status: answer.status,
      statusText: withoutEcho(secrets, answer.statusText),
      headers: [...answer.headers].map(([name, value]) => [name, withoutEcho(secrets, value)]),
      body: bytes && !answer.ok ? errorWithoutEcho(secrets, bytes) : bytes,
    };
  };
  const answer: HttpTransport['answer'] = async (request) => {
    const answered = await send(request);
    return secrets?.redactForDisplay(answered) ?? answered;
  };
  return { send, answer, close };
}
