import { gcal } from './support/gcal.js';
import { itHolds } from './support/scenarios.js';

describe('gcal', () => itHolds('gcal', gcal));
