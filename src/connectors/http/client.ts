import { cutText } from '../../platform/cut-text.js';
import type { Json, Reachable } from '../connector.js';
import { numbersAsTexts, parseExact } from '../exact-numbers.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { fetchWithin } from '../transport/fetch.js';
import { at } from './template.js';

const MOST_OF_A_REFUSAL = 500;

export interface Answer {
  readonly body: Json;
  readonly etag: string | null;
}

/** The provider answered with a status that is no success. */
class StatusError extends Error {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    said = `status ${status}`,
  ) {
    super(said);
  }
}

/** Speaks JSON with the server that the operator's base URL names. */
export class HttpClient {
  constructor(
    private readonly fetch: typeof globalThis.fetch,
    private readonly baseUrl: string,
    private readonly accountPath = '',
  ) {}

  /** The id of the account that the credential reaches; null when the operator has not declared where it is. */
  async account(): Promise<string | null> {
    const [path = '', pointer = '/id'] = this.accountPath.split('#');
    if (path === '') return null;
    const id = at(pointer, (await this.ask('GET', path)).body);
    return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  }

  /** Numbers that would change are marked. @throws NotCapturable; StatusError; SyntaxError for an answer that is not JSON; whatever fetch throws */
  async ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> {
    const response = await this.send(method, path, body, more);
    if (!response.ok) throw new StatusError(response.status, response.headers);
    const text = await response.text();
    return { body: text === '' ? null : (parseExact(text) as Json), etag: response.headers.get('etag') };
  }

  /**
   * Makes the call of an agent; an answer that is no JSON is given as text.
   * @throws the errors of `ask`, with the words of the API
   */
  async call(method: string, path: string, body: unknown, more: Record<string, string>): Promise<Json> {
    const response = await this.send(method, path, body, more);
    const text = await response.text();
    if (!response.ok) throw new StatusError(response.status, response.headers, cutText(text, MOST_OF_A_REFUSAL));
    try {
      return text === '' ? null : numbersAsTexts(parseExact(text) as Json);
    } catch {
      return text;
    }
  }

  private send(method: string, path: string, body: unknown, more: Record<string, string>): Promise<Response> {
    return this.fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

export async function connect(context: Reachable) {
  const { fetch, close } = await fetchWithin(context);
  return { client: new HttpClient(fetch, baseUrlOf(context, ''), context.credentials.accountPath), close };
}
