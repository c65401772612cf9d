import { gdrive } from '../support/matrix-of-scenarios/gdrive.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('gdrive', () => itHolds('gdrive', gdrive));
