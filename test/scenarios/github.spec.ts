import { github } from '../support/matrix-of-scenarios/github.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('github', () => itHolds('github', github));
