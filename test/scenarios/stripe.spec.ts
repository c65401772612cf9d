import { stripe } from '../support/matrix-of-scenarios/stripe.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('stripe', () => itHolds(stripe));
