import { gcal } from '../subjects/gcal.js';
import { itHolds } from './support/scenarios.js';

describe('gcal', () => itHolds('gcal', gcal));
