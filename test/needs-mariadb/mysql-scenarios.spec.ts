import { mysql } from '../support/matrix-of-scenarios/mysql.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('mysql', () => itHolds('mysql', mysql));
