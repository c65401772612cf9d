import { amount, changing, flag, text } from './define.js';
import { stripeKind } from './kind.js';

/** Stripe issues no invoice when one of these members changes. */
const members = {
  cancel_at_period_end: flag,
  collection_method: text,
  days_until_due: amount,
  default_payment_method: text,
  description: text,
};

const subscription = stripeKind(
  {
    object: 'subscription',
    fields: Object.keys(members),
    retrieve: ({ subscriptions }, id) => subscriptions.retrieve(id),
  },
  (call) => ({
    write: call('subscriptions.update', ({ subscriptions }, id, params, options) =>
      subscriptions.update(id, params, options),
    ),
  }),
);

export const subscriptionOperations = [
  changing({
    apiName: 'stripe.subscriptions.update',
    inverse: 'subscriptions.update with the former values',
    notes:
      'Not proved against a stand-in: neither of ours changes subscriptions. A change of items, prices or trials is not captured: it may be invoiced at once.',
    kind: subscription,
    members,
  }),
];
