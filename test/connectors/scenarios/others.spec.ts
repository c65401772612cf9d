import { CASES } from '../subjects/cases.mjs';
import { given } from '../subjects/subject.js';
import { WORLDS } from '../subjects/worlds.js';
import { itHolds } from './support/scenarios.js';

/** Connectors whose scenarios are fast enough to run one after the other; a slower one has a suite of its own. */
const here = Object.entries(CASES).filter(([, { suite }]) => suite === 'test/connectors/scenarios/others.spec.ts');

describe.each(here.map(([id]) => id))('%s', (id) => {
  const { open } = given(WORLDS.get(id)?.places[0]);
  itHolds(id, open);
});
