import { type Customer, now, type StripeEvent } from '../../../support/billing.js';
import { unique } from '../../../support/client.js';

const T = now();

/** The plan it must come to, however its five events arrive. */
export type Story = [title: string, plan: string, events: (customer: Customer, organization: string) => StripeEvent[]];
export const STORIES: Story[] = [
  [
    'bought, upgraded, then not paid for',
    'FREE',
    (customer, organization) => [
      customer.checkout(organization, T - 40),
      customer.subscriptionIs('incomplete', { happened: 'created', second: T - 41 }),
      customer.subscriptionIs('active', { second: T - 39 }),
      customer.subscriptionIs('active', { second: T - 20, price: 'price_team' }),
      customer.subscriptionIs('past_due', { second: T - 10, price: 'price_team' }),
    ],
  ],
  [
    'all within one second',
    'TEAM',
    (customer, organization) => [
      customer.checkout(organization),
      customer.subscriptionIs('incomplete', { happened: 'created', price: 'price_team', second: T }),
      customer.subscriptionIs('active', { was: 'incomplete', price: 'price_team', second: T }),
      customer.subscriptionIs('past_due', { was: 'active', price: 'price_team', second: T }),
      customer.subscriptionIs('active', { was: 'past_due', price: 'price_team', second: T }),
    ],
  ],
  [
    'ended, and bought again as another subscription',
    'PRO',
    (customer, organization) => {
      const again = { of: unique('sub'), second: T };
      return [
        customer.checkout(organization),
        customer.subscriptionIs('active', { price: 'price_team', second: T - 9 }),
        customer.subscriptionIs('active', { happened: 'deleted', price: 'price_team', second: T - 5 }),
        customer.subscriptionIs('trialing', { happened: 'created', ...again }),
        customer.subscriptionIs('active', { was: 'trialing', ...again }),
      ];
    },
  ],
];
