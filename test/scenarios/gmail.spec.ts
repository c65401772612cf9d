import { gmail } from '../support/matrix-of-scenarios/gmail.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('gmail', () => itHolds('gmail', gmail));
