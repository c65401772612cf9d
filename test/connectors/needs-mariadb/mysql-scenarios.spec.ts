import { mysql } from '../scenarios/support/mysql.js';
import { itHolds } from '../scenarios/support/scenarios.js';

describe('mysql', () => itHolds('mysql', mysql));
