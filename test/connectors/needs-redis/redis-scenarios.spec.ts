import { itHolds } from '../scenarios/support/scenarios.js';
import { redis } from '../subjects/redis.js';

describe('redis', () => itHolds('redis', redis));
