import { type Answer, Caller, type RequestOptions } from '../../../support/client.js';
import type { Service } from '../../../support/service.mjs';

/** The name of the cookie where the service is reached without TLS. */
const NAME = 'backstop';

/** A browser that is signed in at a service, on a page of that service. */
export class Browser {
  constructor(
    readonly service: Service,
    /** `name=value`. */
    readonly cookie: string,
  ) {}

  /** Sends a request as a page of the service does. */
  request = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
    this.from({ origin: this.service.url, 'sec-fetch-site': 'same-origin' }, method, path, options);

  /** Sends a request as another page does, or another client with a copy of the cookie. */
  from = (headers: Record<string, string>, method: string, path: string, options: RequestOptions = {}) =>
    new Caller(this.service, null).request(method, path, {
      ...options,
      headers: { cookie: this.cookie, ...headers, ...options.headers },
    });

  get = (path: string) => this.request('GET', path);
  signOut = () => this.request('DELETE', '/auth/browser-session');

  /** The same cookie at another process. */
  at = (service: Service) => new Browser(service, this.cookie);

  get value(): string {
    return this.cookie.slice(this.cookie.indexOf('=') + 1);
  }
}

/**
 * Returns `name=value` of the cookie with the credential, and its attributes. The answer sets its marker cookie beside
 * it, and no other.
 */
export function setCookieOf({ headers }: Answer): { cookie: string; attributes: readonly string[] } {
  const [set = '', mark = '', ...more] = headers.getSetCookie();
  expect(mark).toMatch(/^(__Host-)?backstop-mark=[\w.-]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax(; Secure)?$/);
  expect(more).toEqual([]);
  const [cookie = '', ...attributes] = set.split('; ');
  return { cookie, attributes };
}

/** Signs a browser in with an operator's token. */
export async function signInBrowser(operator: Caller): Promise<Browser> {
  const answer = await operator.post('/auth/browser-session');
  expect(answer.status).toBe(200);
  return new Browser(operator.service, setCookieOf(answer).cookie);
}

/** Makes a browser whose cookie has the right name and another value. */
export const withValue = (service: Service, value: string) => new Browser(service, `${NAME}=${value}`);
