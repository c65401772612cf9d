import { dynamodb } from '../support/matrix-of-scenarios/dynamodb.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('dynamodb', () => itHolds('dynamodb', dynamodb));
