import { dynamodb } from '../subjects/dynamodb.js';
import { itHolds } from './support/scenarios.js';

describe('dynamodb', () => itHolds('dynamodb', dynamodb));
