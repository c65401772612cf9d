import type { Octokit } from '@octokit/rest';
import { methodAt, refuseMembers } from '../resource/performing.js';
import type { Performing } from '../resource/resource.js';

/** GitHub's client would send another request than that of the operation if a payload had these members. */
const OF_THE_REQUEST = ['baseUrl', 'data', 'headers', 'mediaType', 'method', 'request', 'url'];

/** GitHub knows no idempotency keys. */
export const performing: Performing<Octokit> = {
  isKeyed: false,
  call: async (client, path, payload) => {
    refuseMembers(payload, OF_THE_REQUEST);
    const { status, data } = (await methodAt(client.rest, path)(payload)) as { status: number; data: unknown };
    return { status, data };
  },
};
