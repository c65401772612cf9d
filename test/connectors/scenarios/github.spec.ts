import { github } from './support/github.js';
import { itHolds } from './support/scenarios.js';

describe('github', () => itHolds('github', github));
