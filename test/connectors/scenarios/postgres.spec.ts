import { postgres } from '../subjects/postgres.js';
import { itHolds } from './support/scenarios.js';

describe('postgres', () => itHolds('postgres', postgres));
