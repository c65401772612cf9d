import type { FactReader } from '../facts/facts.js';
import { pathFact } from '../facts/path-fact.js';

/** The path of the object on the server of the credential. */
export const facts: FactReader = {
  names: ['target.path'],
  of: ({ payload }) => ({ 'target.path': pathFact(payload.url) }),
};
