import { http } from './support/http.js';
import { itHolds } from './support/scenarios.js';

describe('http', () => itHolds('http', http));
