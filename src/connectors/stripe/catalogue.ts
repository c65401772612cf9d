import type Stripe from 'stripe';
import type { Address, End } from '../resource/resource.js';
import { amount, changing, flag, making, text } from './define.js';
import { countOf } from './fields.js';
import { stripeKind } from './kind.js';

const productMembers = { name: text, active: flag, description: text, url: text, unit_label: text };
const priceMembers = { active: flag, nickname: text, lookup_key: text };
const NOT_PROVED = 'Not proved against a stand-in: neither of ours changes products.';

/** @param uses the newest things that came within this range of seconds */
function archived(
  uses: (client: Stripe, address: Address, created: { gt: number }) => Promise<Record<string, List>>,
): End<Stripe> {
  return {
    fields: ['active'],
    is: ({ active }) => active === false,
    uses: async (client, address, { since }) => {
      if (since === null) return {};
      const gt = Math.floor(since / 1_000);
      const found = Object.entries(await uses(client, address, { gt }));
      return Object.fromEntries(
        found.map(([name, { data }]) => [name, countOf({ data: data?.filter((one) => one.created > gt) })]),
      );
    },
  };
}

interface List {
  readonly data?: readonly { readonly created: number }[];
}

const product = stripeKind(
  {
    object: 'product',
    fields: Object.keys(productMembers),
    retrieve: ({ products }, id) => products.retrieve(id),
  },
  (call) => ({
    write: call('products.update', ({ products }, id, params, options) => products.update(id, params, options)),
    // Prices of the session are archived before.
    others: async ({ prices }, { id }) => {
      return { prices: countOf(await prices.list({ product: String(id), active: true, limit: 1 })) };
    },
    end: archived(async ({ prices }, { id }, created) => {
      return { prices: await prices.list({ product: String(id), active: true, limit: 1, created }) };
    }),
  }),
);

const price = stripeKind(
  {
    object: 'price',
    fields: [...Object.keys(priceMembers), 'currency', 'unit_amount'],
    retrieve: ({ prices }, id) => prices.retrieve(id),
  },
  (call) => ({
    write: call('prices.update', ({ prices }, id, params, options) => prices.update(id, params, options)),
    others: async ({ subscriptions }, { id }) => {
      return { subscriptions: countOf(await subscriptions.list({ price: String(id), limit: 1 })) };
    },
    end: archived(async ({ subscriptions }, { id }, created) => {
      return { subscriptions: await subscriptions.list({ price: String(id), limit: 1, created }) };
    }),
  }),
);

/** The goods that are sold, and their prices. */
export const catalogueOperations = [
  making({
    apiName: 'stripe.products.create',
    reversibility: 'compensating',
    inverse: 'products.update with active: false',
    notes: NOT_PROVED,
    list: ({ products }, page) => products.list(page),
    kind: product,
    members: productMembers,
    defaults: { active: true },
    ends: { active: false },
    remains: ['The product stays, archived: it can no longer be sold.'],
  }),
  changing({
    apiName: 'stripe.products.update',
    inverse: 'products.update with the former values',
    notes: NOT_PROVED,
    kind: product,
    members: productMembers,
  }),
  making({
    apiName: 'stripe.prices.create',
    reversibility: 'compensating',
    inverse: 'prices.update with active: false',
    notes: 'Stripe deletes no prices. A product that came along with the price stays as it is.',
    list: ({ prices }, page) => prices.list(page),
    kind: price,
    members: { ...priceMembers, currency: text, unit_amount: amount },
    defaults: { active: true },
    ends: { active: false },
    remains: ['The price stays, archived: nothing can be bought for it any more.'],
  }),
  changing({
    apiName: 'stripe.prices.update',
    inverse: 'prices.update with the former values',
    notes: null,
    kind: price,
    members: priceMembers,
  }),
];
