import type { Json } from '../../../src/connectors/connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { onGitHub } from '../../campaigns/hostile/support/claims/github.js';
import { unique } from '../../support/client.js';
import { startGitHub } from '../../support/github.js';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

/** Releases of GitHub, as emulate plays it. */
export async function github(): Promise<Subject> {
  const { agent, context, newRepository, trip, stop } = await startGitHub();
  const stateOf = (at: { owner: string; repo: string }) => async () =>
    (await agent.rest.repos.listReleases(at)).data.map(({ name, body }) => ({ name, body }));
  const found = (response: Json) => Number(objectOf(objectOf(response).data).id);

  return {
    name: 'github',
    context,
    isBlind: true,
    elsewhere: {
      ...context.credentials,
      baseUrl: String(context.credentials.baseUrl).replace('127.0.0.1', 'localhost'),
    },
    stop,
    newThing: async () => {
      const { owner, repo } = await newRepository();
      const { data } = await agent.rest.repos.createRelease({ owner, repo, tag_name: 'v1', name: 'b', body: 'a' });
      const at = { owner, repo, release_id: data.id };
      const state = stateOf({ owner, repo });
      return {
        state,
        change: (body) => trip('github.repos.updateRelease', { ...at, body }, state),
        set: (body) => agent.rest.repos.updateRelease({ ...at, body }),
        setOther: (name) => agent.rest.repos.updateRelease({ ...at, name }),
        remove: () => trip('github.repos.deleteRelease', at, state),
        drop: () => agent.rest.repos.deleteRelease(at),
      };
    },
    newAbsent: async () => {
      const { owner, repo } = await newRepository();
      const state = stateOf({ owner, repo });
      const payload = { owner, repo, tag_name: unique('v'), name: 'a', body: 'a' };
      return {
        state,
        make: () => trip('github.repos.createRelease', payload, state),
        add: (response) => agent.rest.repos.updateRelease({ owner, repo, release_id: found(response), name: 'b' }),
        remove: (response) => trip('github.repos.deleteRelease', { owner, repo, release_id: found(response) }, state),
      };
    },
  };
}

export const world: World = { places: [{ name: 'github', open: github, makesUnseen: true }], claims: onGitHub };
