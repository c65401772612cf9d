import type { Octokit } from '@octokit/rest';
import type { JsonObject } from '../connector.js';
import type { End } from '../resource/resource.js';

/**
 * The end of a thing of GitHub whose marks count the uses of other clients. What the session itself has added since the
 * capture is undone before.
 */
export function endOf(fields: readonly string[], is: (fields: JsonObject) => boolean): End<Octokit> {
  return {
    fields,
    is,
    uses: async (_client, _address, { before, now }) =>
      Object.fromEntries(Object.entries(now).filter(([name, count]) => isMore(count, before[name]))),
  };
}

export const isClosed = ({ state }: JsonObject): boolean => state === 'closed';

const isMore = (now: unknown, before: unknown) => typeof now === 'number' && typeof before === 'number' && now > before;
