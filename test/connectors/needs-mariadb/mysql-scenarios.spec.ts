import { itHolds } from '../scenarios/support/scenarios.js';
import { mysql } from '../subjects/mysql.js';

describe('mysql', () => itHolds('mysql', mysql));
