import { s3 } from '../support/matrix-of-scenarios/s3.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('s3', () => itHolds('s3', s3));
