import { isDeepStrictEqual } from 'node:util';
import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import { type Address, type CreatableKind, IN_ITS_FIELDS, type ResourceKind } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { endOf } from './in-use.js';
import { addressIn, dataOf, listed, momentOf, readIn, repositoryLabel } from './repository.js';

const MOST_RELEASES = 100;
const requestPath = (address: Address) => `/repos/${repositoryLabel(address)}/releases/${address.release_id}`;

export const release: CreatableKind<Octokit> = {
  name: 'release',
  others: IN_ITS_FIELDS,
  label: (address) => `release ${address.release_id} of ${repositoryLabel(address)}`,
  read: async (client, address) => {
    const found = await readIn(client, address, () => client.rest.repos.getRelease(argumentsOf(address)));
    if (!found) return null;
    const assets = Array.isArray(found.assets) ? found.assets.length : 0;
    const reactions = Number(objectOf(found.reactions).total_count ?? 0);
    const marks = { assets, reactions };
    return { fields: { ...fieldsOf(found), ...marks, published_at: found.published_at ?? null }, marks };
  },
  end: endOf(['draft'], ({ draft }) => draft === true),
  // Its `created_at` is that of the commit; a draft has no time of its own.
  volatile: ['published_at'],
  createdAt: ({ published_at }) => momentOf(published_at),
  write: {
    describe: (address, fields) => `PATCH ${requestPath(address)} ${JSON.stringify(fields)}`,
    run: async (client, address, fields) => {
      await client.rest.repos.updateRelease(argumentsOf(address, fields));
      return undefined;
    },
  },
  remove: {
    describe: (address) => `DELETE ${requestPath(address)}`,
    run: async (client, address) => {
      await client.rest.repos.deleteRelease(argumentsOf(address));
      return undefined;
    },
  },
};

/** A release that is to be deleted: made again it has another id and another time. */
export const releaseToDelete: ResourceKind<Octokit> = {
  name: release.name,
  label: release.label,
  read: async (client, address) => {
    const found = await readIn(client, address, () => client.rest.repos.getRelease(argumentsOf(address)));
    return found && { fields: fieldsOf(found) };
  },
  recreate: {
    describe: (address, { tag_name }) => `POST /repos/${repositoryLabel(address)}/releases for ${tag_name}`,
    run: async (client, { owner = '', repo = '' }, fields) => {
      const { data } = await client.rest.repos.createRelease(argumentsOf({ owner, repo }, fields));
      return { owner, repo, release_id: data.id };
    },
  },
  find: async (client, { owner = '', repo = '' }, fields) => {
    const where = argumentsOf<{ owner: string; repo: string }>({ owner, repo });
    const found = await client.paginate(client.rest.repos.listReleases, { ...where, per_page: 100 });
    const equal = listed(found).filter((one) => isDeepStrictEqual(fieldsOf(one as unknown as JsonObject), fields));
    return equal.map(({ id }) => ({ owner, repo, release_id: id }));
  },
};

/**
 * The list is needed because a draft has no other sign of the time at which it was made. Null when there is more than
 * one page.
 */
export async function listedReleases(client: Octokit, payload: JsonObject): Promise<readonly Address[] | null> {
  const at = addressIn(payload);
  const { data } = await client.rest.repos.listReleases(argumentsOf(at, { per_page: MOST_RELEASES }));
  if (data.length === MOST_RELEASES) return null;
  return listed(data).map(({ id }) => ({ ...at, release_id: id }));
}

/** The agent's report of a release that it made. */
export function reportedRelease(response: Json | undefined): JsonObject | null {
  const found = dataOf(response);
  return typeof found.tag_name === 'string' ? fieldsOf(found) : null;
}

function fieldsOf(found: JsonObject): JsonObject {
  return {
    tag_name: found.tag_name ?? null,
    target_commitish: found.target_commitish ?? null,
    name: found.name ?? '',
    body: found.body ?? '',
    draft: found.draft ?? false,
    prerelease: found.prerelease ?? false,
  };
}
