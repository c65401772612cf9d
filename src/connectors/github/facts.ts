import { type CallFacts, type FactReader, type FactValue, type ReadCall, things } from '../facts/facts.js';
import { pathFact } from '../facts/path-fact.js';

/** GitHub takes owner and repository in any case. The path is that of a file in the repository. */
export const facts: FactReader = {
  names: ['target.repository', 'target.path'],
  of: ({ payload }): CallFacts => ({
    'target.repository': repository(payload),
    ...('path' in payload && { 'target.path': file(payload.path) }),
  }),
};

function repository({ owner, repo }: ReadCall['payload']): FactValue {
  if (typeof owner !== 'string' || typeof repo !== 'string') return 'unknown';
  return things([`${owner}/${repo}`.toLowerCase()]);
}

/** The path as the payload has it, without a leading slash, in addition to the forms of a path. */
function file(path: unknown): FactValue {
  const read = pathFact(path);
  if (read === 'unknown') return read;
  return read.map(({ readings }) => ({
    readings: readings.map((reading) => reading.replace(/^\//, '')),
    aliases: readings,
  }));
}
