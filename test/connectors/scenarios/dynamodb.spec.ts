import { dynamodb } from './support/dynamodb.js';
import { itHolds } from './support/scenarios.js';

describe('dynamodb', () => itHolds('dynamodb', dynamodb));
