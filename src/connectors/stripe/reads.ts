import { objectSchema, reading } from '../resource/define.js';

const text = { type: 'string' };
const id = { type: 'string', minLength: 1 };
const expand = { type: 'array', items: text };
const moment = {
  anyOf: [
    { type: 'integer' },
    objectSchema([], {
      gt: { type: 'integer' },
      gte: { type: 'integer' },
      lt: { type: 'integer' },
      lte: { type: 'integer' },
    }),
  ],
};
const page = {
  ...{ limit: { type: 'integer', minimum: 1, maximum: 100 }, starting_after: text, ending_before: text },
  ...{ created: moment, expand },
};
const PAGED = 'Newest first, page by page.';

const one = (name: string) => reading(`stripe.${name}.retrieve`, objectSchema(['id'], { id, expand }));
const many = (name: string, filters: object) =>
  reading(`stripe.${name}.list`, objectSchema([], { ...page, ...filters }), PAGED);
const search = (name: string) =>
  reading(
    `stripe.${name}.search`,
    objectSchema(['query'], { query: id, limit: page.limit, page: text, expand }),
    'By the query language of Stripe; finds what is a minute old.',
  );

/** The reads of customers, payments, products and prices. */
export const reads = [
  one('customers'),
  many('customers', { email: text }),
  search('customers'),
  one('charges'),
  many('charges', { customer: text, payment_intent: text }),
  one('paymentIntents'),
  many('paymentIntents', { customer: text }),
  one('refunds'),
  many('refunds', { charge: text, payment_intent: text }),
  one('invoices'),
  many('invoices', { customer: text, status: text, subscription: text }),
  one('subscriptions'),
  many('subscriptions', { customer: text, price: text, status: text }),
  many('products', { active: { type: 'boolean' } }),
  many('prices', { active: { type: 'boolean' }, product: text, currency: text }),
  reading('stripe.balance.retrieve', objectSchema([], { expand })),
];
