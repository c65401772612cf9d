import type Stripe from 'stripe';
import { IN_ITS_FIELDS } from '../resource/resource.js';
import { amount, changing, making, text } from './define.js';
import { stripeKind } from './kind.js';

const intentMembers = { amount, currency: text, description: text, receipt_email: text };
const chargeMembers = { description: text, receipt_email: text };

const intent = {
  object: 'payment_intent',
  fields: [...Object.keys(intentMembers), 'customer', 'status'],
  retrieve: ({ paymentIntents }: Stripe, id: string) => paymentIntents.retrieve(id),
};

const paymentIntent = stripeKind(intent, (call) => ({
  write: call('paymentIntents.update', ({ paymentIntents }, id, params, options) =>
    paymentIntents.update(id, params, options),
  ),
}));

const openPaymentIntent = stripeKind(intent, (call) => ({
  write: call('paymentIntents.cancel', ({ paymentIntents }, id, _ends, options) =>
    paymentIntents.cancel(id, {}, options),
  ),
  others: IN_ITS_FIELDS,
}));

const checkoutSession = stripeKind(
  {
    object: 'checkout.session',
    fields: ['mode', 'customer', 'client_reference_id', 'status'],
    retrieve: ({ checkout }, id) => checkout.sessions.retrieve(id),
  },
  (call) => ({
    write: call('checkout.sessions.expire', ({ checkout }, id, _ends, options) =>
      checkout.sessions.expire(id, {}, options),
    ),
    others: IN_ITS_FIELDS,
  }),
);

const charge = stripeKind(
  {
    object: 'charge',
    fields: Object.keys(chargeMembers),
    retrieve: ({ charges }, id) => charges.retrieve(id),
  },
  (call) => ({
    write: call('charges.update', ({ charges }, id, params, options) => charges.update(id, params, options)),
  }),
);

/** Payments, as long as no money has moved. */
export const paymentOperations = [
  making({
    apiName: 'stripe.paymentIntents.create',
    reversibility: 'compensating',
    inverse: 'paymentIntents.cancel',
    notes: 'One that was paid meanwhile is a conflict: only refunds.create gives money back, which needs an approval.',
    list: ({ paymentIntents }, page) => paymentIntents.list(page),
    kind: openPaymentIntent,
    members: { ...intentMembers, customer: text },
    chosenByStripe: ['status'],
    ends: { status: 'canceled' },
    remains: ['The payment intent stays, canceled.'],
  }),
  changing({
    apiName: 'stripe.paymentIntents.update',
    inverse: 'paymentIntents.update with the former values',
    notes: 'As long as it is not paid.',
    kind: paymentIntent,
    members: intentMembers,
  }),
  making({
    apiName: 'stripe.checkout.sessions.create',
    reversibility: 'compensating',
    inverse: 'checkout.sessions.expire',
    notes: 'One that was paid meanwhile is a conflict: only refunds.create gives money back, which needs an approval.',
    list: ({ checkout }, page) => checkout.sessions.list(page),
    kind: checkoutSession,
    members: { mode: text, customer: text, client_reference_id: text },
    defaults: { mode: 'payment' },
    chosenByStripe: ['status'],
    ends: { status: 'expired' },
    remains: ['The checkout session stays, expired.'],
    // Stripe lets one live for no longer.
    undoableForHours: 24,
  }),
  changing({
    apiName: 'stripe.charges.update',
    inverse: 'charges.update with the former values',
    notes: 'Shipping and fraud details are not captured.',
    kind: charge,
    members: chargeMembers,
  }),
];
