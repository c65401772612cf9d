import { gmail } from './support/gmail.js';
import { itHolds } from './support/scenarios.js';

describe('gmail', () => itHolds('gmail', gmail));
