import { gmail } from '../subjects/gmail.js';
import { itHolds } from './support/scenarios.js';

describe('gmail', () => itHolds('gmail', gmail));
