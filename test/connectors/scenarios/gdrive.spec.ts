import { gdrive } from './support/gdrive.js';
import { itHolds } from './support/scenarios.js';

describe('gdrive', () => itHolds('gdrive', gdrive));
