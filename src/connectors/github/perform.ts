import type { Octokit } from '@octokit/rest';
import { methodAt, refuseMembers } from '../resource/performing.js';
import type { Performing } from '../resource/resource.js';

/** GitHub's client would send another request than that of the operation if a payload had these members. */
const OF_THE_REQUEST = ['baseUrl', 'data', 'headers', 'mediaType', 'method', 'request', 'url'];

/** The headers that distinguish an answer from every other one; the date is compared with GitHub's events. */
const MARKS = ['date', 'etag', 'x-github-request-id'];

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

/** GitHub knows no idempotency keys. */
export const performing: Performing<Octokit> = {
  isKeyed: false,
  call: async (client, path, payload) => {
    refuseMembers(payload, OF_THE_REQUEST);
    const { status, headers, data } = (await methodAt(client.rest, path)(payload)) as Answer;
    const marks = Object.entries(headers).filter(([name]) => MARKS.includes(name));
    return { status, headers: Object.fromEntries(marks), data };
  },
};
