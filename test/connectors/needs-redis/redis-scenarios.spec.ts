import { redis } from '../scenarios/support/redis.js';
import { itHolds } from '../scenarios/support/scenarios.js';

describe('redis', () => itHolds('redis', redis));
