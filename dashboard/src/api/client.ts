import createClient from 'openapi-fetch';
import type { paths } from '../../../sdk/src/wire/openapi';
import { connection } from './connection';
import { expired } from './expired';
import type { Mutable } from './mutable';
import { Problem, problemOf, Unreachable } from './problem';

/** The client of the service, with the types of its own definition. The browser's cookie authenticates the operator. */
export const client = createClient<Mutable<paths>>({ baseUrl: '/', fetch: reach });

async function reach(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    connection.report(response.status < 502 || response.status > 504);
    return response;
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    connection.report(false);
    throw new Unreachable({ cause });
  }
}

interface Asked<D> {
  readonly data?: { readonly data: D };
  readonly error?: unknown;
  readonly response: Response;
}

export interface Answer<D> {
  readonly data: D;
  readonly response: Response;
}

/** The answer inside its envelope, with its headers; a refusal is thrown as a {@link Problem}. */
export async function answerOf<D>(asked: Promise<Asked<D>>): Promise<Answer<D>> {
  return opened(await asked, expired.report);
}

/** The data of an answer to what did not speak by the cookie: a refused login does not end the session of the browser. */
export const publicDataOf = async <D>(asked: Promise<Asked<D>>): Promise<D> => opened(await asked, () => {}).data;

function opened<D>({ data, error, response }: Asked<D>, onUnauthenticated: () => void): Answer<D> {
  if (data !== undefined) return { data: data.data, response };
  const problem = problemOf(error, response);
  if (problem instanceof Problem && problem.code === 'unauthenticated') onUnauthenticated();
  throw problem;
}

/** The data of an answer. */
export const dataOf = async <D>(asked: Promise<Asked<D>>): Promise<D> => (await answerOf(asked)).data;

/** The cursor of the page that follows, from `Link`; null after the last one. */
export function nextCursor({ headers }: Response): string | null {
  const url = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return url ? new URL(url, location.origin).searchParams.get('cursor') : null;
}
