import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';
import { stripe } from '../support/matrix-of-scenarios/stripe.js';

describe('stripe', () => itHolds('stripe', stripe));
