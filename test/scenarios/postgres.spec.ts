import { postgres } from '../support/matrix-of-scenarios/postgres.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('postgres', () => itHolds('postgres', postgres));
