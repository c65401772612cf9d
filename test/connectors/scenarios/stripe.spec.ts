import { stripe } from '../subjects/stripe.js';
import { itHolds } from './support/scenarios.js';

describe('stripe', () => itHolds('stripe', stripe));
