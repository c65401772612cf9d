import { itHolds } from './support/scenarios.js';
import { stripe } from './support/stripe.js';

describe('stripe', () => itHolds('stripe', stripe));
