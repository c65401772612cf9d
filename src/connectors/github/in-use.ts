import type { Octokit } from '@octokit/rest';
import type { JsonObject } from '../connector.js';
import type { End } from '../resource/resource.js';

/**
 * The end of a thing of GitHub in whose fields the uses of other clients are counted. What the session itself has added
 * since the capture is undone before.
 */
export function endOf(
  fields: readonly string[],
  is: (fields: JsonObject) => boolean,
  counts: readonly string[],
): End<Octokit> {
  return {
    fields,
    is,
    uses: async (_client, _address, { before, now }) =>
      Object.fromEntries(
        counts.filter((name) => isMore(now[name], before[name])).map((name) => [name, now[name] ?? 0]),
      ),
  };
}

export const isClosed = ({ state }: JsonObject): boolean => state === 'closed';

const isMore = (now: unknown, before: unknown) => typeof now === 'number' && typeof before === 'number' && now > before;
