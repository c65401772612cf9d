import { randomBytes } from 'node:crypto';
import { againWhenCutOff } from './cut-off.js';
import { eventually } from './patience.mjs';
import type { Service } from './service.mjs';

const urls = process.env.TEST_SERVICE_URLS?.split(' ') ?? [];

/** Two processes of the service on one database, shared by all suites. */
export const serviceA: Service = { url: urls[0] ?? '' };
export const serviceB: Service = { url: urls[1] ?? '' };

export const unique = (prefix: string) => `${prefix}-${randomBytes(6).toString('hex')}`;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into every answer.
  readonly body: any;
}

export interface RequestOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A client of the service with one credential, or with none. */
export class Caller {
  constructor(
    readonly service: Service,
    readonly credential: string | null,
  ) {}

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...options.headers };
    if (this.credential) headers.authorization = `Bearer ${this.credential}`;
    if (options.key) headers['idempotency-key'] = options.key;
    const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    if (options.body !== undefined) headers['content-type'] ??= 'application/json';
    const send = () => fetch(this.service.url + path, { method, headers, ...(options.body !== undefined && { body }) });
    // Browsers, too, repeat a request that changes nothing.
    const response = await (method === 'GET' ? againWhenCutOff(send) : send());
    const text = await response.text();
    const contentType = response.headers.get('content-type');
    const page = /\bjson\b/.test(contentType ?? '') ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: text ? page : null };
  }

  get = (path: string) => this.request('GET', path);
  /** The answer of a rollback is its report at the end: on a busy machine it may go on after the answer. */
  post = async (path: string, body?: unknown, key?: string): Promise<Answer> => {
    const answer = await this.request('POST', path, { body, ...(key && { key }) });
    const goesOn = ({ body }: Answer) => body?.data?.displayStatus === 'ROLLING_BACK';
    const [, session] = /^(\/sessions\/[^/]+)(?:\/actions\/[^/]+)?\/rollback$/.exec(path) ?? [];
    if (session === undefined || !goesOn(answer)) return answer;
    const ended = await eventually(
      () => this.get(`${session}/rollback`),
      (seen) => !goesOn(seen),
    );
    return { ...answer, body: ended.body };
  };
  put = (path: string, body: unknown) => this.request('PUT', path, { body });
  patch = (path: string, body?: unknown) => this.request('PATCH', path, { body });
  delete = (path: string) => this.request('DELETE', path);

  /** The same caller at another process. */
  at(service: Service): Caller {
    return new Caller(service, this.credential);
  }
}

export interface Organization {
  readonly id: string;
  readonly email: string;
  readonly operator: Caller;
  /** A live key's caller. */
  readonly agent: Caller;
  /** A test key's caller. */
  readonly testAgent: Caller;
}

/** Makes a new organization with an operator and both kinds of key; no other suite uses it. */
export async function newOrganization(service: Service = serviceA): Promise<Organization> {
  return againWhenCutOff(() => organizationOf(`${unique('operator')}@example.com`, service));
}

async function organizationOf(email: string, service: Service): Promise<Organization> {
  const password = 'correct horse battery staple';
  const registered = await new Caller(service, null).post('/auth/register', { email, password, name: 'Operator' });
  const operator = new Caller(service, registered.body.data.token);
  const key = async (kind: string) => {
    const created = await operator.post('/api-keys', { name: kind, kind });
    return new Caller(service, created.body.data.key);
  };
  return {
    id: registered.body.data.organization.id,
    email,
    operator,
    agent: await key('live'),
    testAgent: await key('test'),
  };
}

/** A session of a fresh agent, opened by its key. */
export async function newSession(caller: Caller, agentId = unique('agent')): Promise<string> {
  const created = await caller.post('/sessions', { agentId, intent: 'look after customers' });
  return created.body.data.id;
}
