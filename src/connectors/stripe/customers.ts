import { amount, changing, making, text } from './define.js';
import { countOf } from './fields.js';
import { stripeKind } from './kind.js';

const address = { type: ['object', 'null'], additionalProperties: { type: ['string', 'null'] } };
const members = {
  name: text,
  email: text,
  phone: text,
  description: text,
  balance: amount,
  tax_exempt: text,
  address: { anyOf: [address, { const: '' }] },
};
/** Other clients may have set them since. */
const beside = ['shipping', 'preferred_locales', 'default_source', 'invoice_settings'];

const customer = stripeKind(
  {
    object: 'customer',
    fields: [...Object.keys(members), ...beside],
    retrieve: ({ customers }, id) => customers.retrieve(id),
  },
  (call) => ({
    write: call('customers.update', ({ customers }, id, params, options) => customers.update(id, params, options)),
    // Deleting the customer cancels them at once.
    others: async ({ customers }, { id }) => {
      const found = await customers.retrieve(String(id), { expand: ['subscriptions'] });
      return { subscriptions: found.deleted || !found.subscriptions ? 0 : countOf(found.subscriptions) };
    },
    remove: call('customers.del', ({ customers }, id) => customers.del(id)),
  }),
);

export const customerOperations = [
  making({
    apiName: 'stripe.customers.create',
    inverse: 'customers.del',
    notes: 'Stripe keeps the id of a deleted customer, and nothing else of it.',
    list: ({ customers }, page) => customers.list(page),
    kind: customer,
    members,
    beside,
  }),
  changing({
    apiName: 'stripe.customers.update',
    inverse: 'customers.update with the former values',
    notes: 'Keys of the metadata that the call added are removed. Payment sources are not captured.',
    kind: customer,
    members,
  }),
];
