import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MutableResponse, OAuth2Server } from 'oauth2-mock-server';
import { unique } from '../../../support/client.js';
import { rows } from '../../../support/ledger.js';
import { type Service, type ServiceProcess, startService, testEnvironment } from '../../../support/service.mjs';

export const PUBLIC_URL = 'http://backstop.test';
export const DASHBOARD_URL = 'http://dashboard.test/app';

export interface Provider {
  readonly server: OAuth2Server;
  /** The person whom it signs in, with the claims about them. */
  person: Record<string, unknown>;
}

/** A provider that signs in its `person` without a page of consent. */
export async function startProvider(): Promise<Provider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const provider: Provider = { server, person: {} };
  server.service.on('beforeUserinfo', (response: MutableResponse) => {
    response.body = provider.person;
  });
  return provider;
}

export const urlOf = (server: { address(): AddressInfo }) => `http://127.0.0.1:${server.address().port}`;

export const settings = (prefix: string, url: string, more: Record<string, string> = {}) => ({
  [`${prefix}_CLIENT_ID`]: `${prefix} client`,
  [`${prefix}_CLIENT_SECRET`]: `${prefix} secret`,
  [`${prefix}_AUTHORIZE_URL`]: `${url}/authorize?prompt=consent`,
  [`${prefix}_TOKEN_URL`]: `${url}/token`,
  [`${prefix}_PROFILE_URL`]: `${url}/userinfo`,
  ...more,
});

export const newPerson = (more: object = {}) => {
  const sub = unique('subject');
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Grace', ...more };
};

export interface Step {
  readonly status: number;
  readonly location: URL;
  /** The cookie of the attempt: the first that is set. */
  readonly setCookie: string;
  readonly setCookies: readonly string[];
}

/** The nonce that a dashboard of another origin keeps in the browser while a person is at the provider. */
const NONCE = 'nonce-of-this-browser';

/** A person's browser: keeps cookies, goes where it is sent, one step at a time. */
export class Browser {
  readonly cookies = new Map<string, string>();
  constructor(readonly service: Service) {}

  /** @param more headers that a browser adds */
  async go(path: string, more: Record<string, string> = {}): Promise<Step> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const begins = /^\/auth\/oauth-[ab]$/.test(path);
    const url = `${this.service.url}${path}${begins ? `?nonce=${NONCE}` : ''}`;
    const response = await fetch(url, { redirect: 'manual', headers: { ...more, cookie } });
    const setCookies = response.headers.getSetCookie();
    for (const set of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    const location = new URL(response.headers.get('location') ?? 'none:');
    return { status: response.status, location, setCookie: setCookies[0] ?? '', setCookies };
  }

  /**
   * Goes to the provider and consents. Returns the path of the callback that the provider names, before it is
   * requested.
   */
  async consent(path: string): Promise<string> {
    const { location } = await this.go(path);
    const answer = await fetch(location, { redirect: 'manual' });
    const callback = new URL(answer.headers.get('location') ?? 'none:');
    expect(callback.pathname).toBe(`${path}/callback`);
    return callback.pathname + callback.search;
  }

  async signIn(path: string): Promise<Step> {
    return this.go(await this.consent(path));
  }
}

/**
 * Returns the fragment that the dashboard of another origin receives: `#token=…` or `#error=…`, and the nonce of the
 * browser, without which it accepts no token.
 */
export function told({ status, location }: Step): Record<string, string> {
  expect(status).toBe(302);
  expect(location.origin + location.pathname + location.search).toBe(DASHBOARD_URL);
  const { nonce, ...members } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (members.token || members.link) expect(nonce).toBe(NONCE);
  return members;
}

export const claimsOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT as the service signs it, or with another key. */
export function signed(claims: object, key = testEnvironment().JWT_SECRET ?? ''): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
}

export const unsigned = (claims: object) => `${encode({ alg: 'none' })}.${encode(claims)}.`;

export const countOf = async (email: string): Promise<number> =>
  (await rows.query('SELECT count(*)::int AS n FROM users WHERE lower(email) = lower($1)', [email])).rows[0].n;

/**
 * Starts two providers, and a process of a service that knows both; `another` is a second process, for suites that need
 * one.
 */
export async function startSignIn({ processes = 1 } = {}) {
  const [a, b] = await Promise.all([startProvider(), startProvider()]);
  const env = {
    PUBLIC_URL,
    DASHBOARD_URL,
    ...settings('OAUTH_A', urlOf(a.server)),
    ...settings('OAUTH_B', urlOf(b.server), { OAUTH_B_SCOPE: 'who email' }),
  };
  const services = await Promise.all(Array.from({ length: processes }, () => startService(env)));
  const [service, another = service] = services as [ServiceProcess, ServiceProcess?];
  const stop = () => Promise.all([...services.map((one) => one.stop()), a.server.stop(), b.server.stop()]);
  return { a, b, service, another, stop };
}

/** A provider of few words, as GitHub is one: no OpenID Connect, and none of its care. */
export class PlainProvider {
  answers: Record<string, unknown> = {};
  /** Requests that are not answered, now. */
  unanswered = 0;
  private readonly server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = `?code=good-for-ever&state=${searchParams.get('state')}`;
      return void response.writeHead(302, { location: back.href }).end();
    }
    const answer = this.answers[pathname];
    if (answer === 'never') {
      this.unanswered++;
      return void response.on('close', () => this.unanswered--);
    }
    if (answer === 'elsewhere') return void response.writeHead(307, { location: '/elsewhere' }).end();
    if (typeof answer === 'number') return void response.writeHead(answer).end('{}');
    if (typeof answer === 'string') return void response.end(answer);
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }
}
