import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../connector.js';
import { addressOf } from '../resource/arguments.js';
import { statusOf } from '../resource/requests/trouble.js';
import { type Address, NotCapturable } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';

const name = { type: 'string', minLength: 1 };
export const text = { type: 'string' };
export const textOrNull = { type: ['string', 'null'] };
export const number = { type: 'integer', minimum: 1 };
export const names = { type: 'array', items: name, maxItems: 100 };
/** Arguments every call in a repository has. */
export const inRepository = { owner: name, repo: name };

/** The repository, and these arguments of the payload, as far as they are there. */
export function addressIn(payload: JsonObject, ...members: readonly string[]): Address {
  return addressOf(payload, 'owner', 'repo', ...members);
}

/** The client's result, as an agent reports it: with or without its wrapper. */
export function dataOf(response: Json | undefined): JsonObject {
  const answer = objectOf(response);
  return 'data' in answer ? objectOf(answer.data) : answer;
}

/**
 * Reads one resource; null when it is absent. GitHub answers the same 404 for a resource that the credential may not
 * see, so the repository itself must be visible.
 */
export async function readIn(
  client: Octokit,
  { owner, repo }: Address,
  read: () => Promise<{ data: unknown }>,
): Promise<JsonObject | null> {
  const answer = await read().catch(async (error) => {
    if (statusOf(error) !== 404) throw error;
    await client.rest.repos.get({ owner: String(owner), repo: String(repo) }).catch((hidden) => {
      throw statusOf(hidden) === 404 ? new HiddenError(`the credential does not see ${owner}/${repo}`) : hidden;
    });
    return null;
  });
  if (answer === null) return null;
  const data = objectOf(answer.data);
  // A proxy in front of GitHub may answer 200 with an error of its own; every resource that is read here has a URL.
  if (typeof data.url !== 'string') throw new Error('the answer is not one of GitHub');
  return data;
}

/**
 * The number that an answer gives to the new resource.
 * @throws NotCapturable
 */
export function numberIn(response: Json | undefined, member: string): number {
  const number = dataOf(response)[member];
  if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
  throw new NotCapturable(`the response names no ${member}`);
}

/** The most items that GitHub returns at once. */
export const PAGE = { per_page: 100 } as const;

/** The numbers of the newest, which this page begins with. */
export function newest(page: { data: readonly { id: number; number: number }[] }): readonly number[] {
  return listed(page.data).map(({ number }) => number);
}

/** Checks a list in the same way, because the client makes a list of any answer. */
export function listed<T extends { id: number }>(found: readonly T[]): readonly T[] {
  if (found.some((one) => typeof one?.id !== 'number')) throw new Error('the answer is not one of GitHub');
  return found;
}

/** The status is not 404, because the state of the resource is unknown. */
class HiddenError extends Error {
  readonly status = 403;
}

/** The path of a URL, for reports. */
export function repositoryLabel({ owner, repo }: Address): string {
  return `${owner}/${repo}`;
}

/** Milliseconds, of a time as GitHub writes it. */
export function momentOf(time: Json | undefined): number | null {
  const moment = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isFinite(moment) ? moment : null;
}

/** The members `member` of a list of objects, or the texts in it, in order of the alphabet. */
export function sortedNames(list: Json | undefined, member: string): string[] {
  const found = Array.isArray(list) ? list.map((one) => (typeof one === 'string' ? one : objectOf(one)[member])) : [];
  return found.filter((one) => typeof one === 'string').sort();
}
