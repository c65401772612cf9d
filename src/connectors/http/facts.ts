import type { FactReader } from '../facts/facts.js';
import { pathFact } from '../facts/path-fact.js';

export const facts: FactReader = {
  names: ['target.path'],
  of: ({ payload }) => ({ 'target.path': pathFact(payload.path) }),
};
