import { http } from '../support/matrix-of-scenarios/http.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('http', () => itHolds('http', http));
