import { redis } from '../support/matrix-of-scenarios/redis.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('redis', () => itHolds('redis', redis));
