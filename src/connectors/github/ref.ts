import type { Octokit } from '@octokit/rest';
import type { Json } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import type { Address, ResourceKind } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { readIn, shownRepository } from './repository.js';

const shownPath = (address: Address) => `/repos/${shownRepository(address)}/git/refs/${address.ref}`;

/** A branch or a tag: what it points to. */
export const ref: ResourceKind<Octokit> = {
  name: 'ref',
  shown: (address) => `ref ${address.ref} of ${shownRepository(address)}`,
  read: async (client, address) => {
    const found = await readIn(client, address, () => client.rest.git.getRef(argumentsOf(address)));
    return found && { fields: { sha: objectOf(found.object).sha ?? null } };
  },
  write: {
    shown: (address, { sha }) => `PATCH ${shownPath(address)} to ${sha}, forced`,
    run: async (client, address, { sha }) => {
      await client.rest.git.updateRef(argumentsOf(address, { sha, force: true }));
      return undefined;
    },
  },
  recreate: {
    shown: (address, { sha }) => `POST ${shownPath(address)} at ${sha}`,
    run: async (client, address, { sha }) => {
      await client.rest.git.createRef(argumentsOf(address, { ref: `refs/${address.ref}`, sha }));
      return undefined;
    },
  },
  remove: {
    shown: (address) => `DELETE ${shownPath(address)}`,
    run: async (client, address) => {
      await client.rest.git.deleteRef(argumentsOf(address));
      return undefined;
    },
  },
};

/** Made with `refs/` before it, asked for without. */
export const refName = (name: Json | undefined) => String(name).replace(/^refs\//, '');
