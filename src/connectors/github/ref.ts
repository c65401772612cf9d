import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import type { Address, CreatableKind, LastChanges } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { showsNothing } from './issue-events.js';
import { listed, momentOf, PAGE, readIn, repositoryLabel } from './repository.js';

const requestPath = (address: Address) => `/repos/${repositoryLabel(address)}/git/refs/${address.ref}`;

/** A branch or a tag, with the commit that it points to. */
export const ref: CreatableKind<Octokit> = {
  name: 'ref',
  label: (address) => `ref ${address.ref} of ${repositoryLabel(address)}`,
  read: async (client, address) => {
    const found = await readIn(client, address, () => client.rest.git.getRef(argumentsOf(address)));
    return found && { fields: { sha: objectOf(found.object).sha ?? null } };
  },
  lastChanges: lastMove,
  // Deleting a branch closes the pull requests from it and to it; a release loses its tag.
  others: async (client, { ref: name = '', ...at }): Promise<JsonObject> => {
    const [, kind, short = ''] = /^(heads|tags)\/(.*)$/.exec(String(name)) ?? [];
    if (kind === 'tags') {
      const tagged = await readIn(client, at, () => client.rest.repos.getReleaseByTag(argumentsOf(at, { tag: short })));
      return { releases: tagged ? 1 : 0 };
    }
    if (kind !== 'heads') return {};
    const open = { state: 'open', ...PAGE };
    const from = await client.rest.pulls.list(argumentsOf(at, { head: `${at.owner}:${short}`, ...open }));
    const to = await client.rest.pulls.list(argumentsOf(at, { base: short, ...open }));
    const pulls = [...listed(from.data), ...listed(to.data)].filter(
      ({ head, base }) => head.ref === short || base.ref === short,
    );
    return { pulls: new Set(pulls.map(({ id }) => id)).size };
  },
  write: {
    describe: (address, { sha }) => `PATCH ${requestPath(address)} to ${sha}, forced`,
    run: async (client, address, { sha }) => {
      await client.rest.git.updateRef(argumentsOf(address, { sha, force: true }));
      return undefined;
    },
  },
  recreate: {
    describe: (address, { sha }) => `POST ${requestPath(address)} at ${sha}`,
    run: async (client, address, { sha }) => {
      await client.rest.git.createRef(argumentsOf(address, { ref: `refs/${address.ref}`, sha }));
      return undefined;
    },
  },
  remove: {
    describe: (address) => `DELETE ${requestPath(address)}`,
    run: async (client, address) => {
      await client.rest.git.deleteRef(argumentsOf(address));
      return undefined;
    },
  },
};

/** The last push, creation or deletion of the branch; nothing where the server keeps none, as of tags. */
async function lastMove(client: Octokit, { owner = '', repo = '', ref: name }: Address): Promise<LastChanges> {
  const asked = { owner: String(owner), repo: String(repo), ref: `refs/${name}`, per_page: 1 };
  const answer = await client.rest.repos.listActivities(asked).catch((error: unknown) => {
    if (showsNothing(error)) return { data: [] };
    throw error;
  });
  if (!Array.isArray(answer.data)) throw new Error('the answer is not one of GitHub');
  const { id, ref: moved, timestamp } = objectOf(answer.data[0] as Json | undefined);
  const at = momentOf(timestamp);
  return moved === asked.ref && at !== null ? { whole: { at, id: String(id) } } : {};
}

/** A ref is created with `refs/` before its name, and read without it. */
export const refName = (name: Json | undefined) => String(name).replace(/^refs\//, '');
