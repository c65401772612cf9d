import { gcal } from '../support/matrix-of-scenarios/gcal.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('gcal', () => itHolds('gcal', gcal));
