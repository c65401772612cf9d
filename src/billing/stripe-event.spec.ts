import { isFromNow } from './signature.js';
import { readStripeEvent } from './stripe-event.js';

const subscription = {
  id: 'sub_1',
  customer: 'cus_1',
  status: 'active',
  items: { data: [{ price: { id: 'price_b' } }, { plan: { id: 'price_a' } }] },
};
const event = (type: string, object: unknown, more: object = {}) => ({
  id: 'evt_1',
  type,
  created: 1_700_000_000,
  data: { object, ...more },
});
const updated = (more: object = {}, previous?: object) =>
  event('customer.subscription.updated', { ...subscription, ...more }, previous && { previous_attributes: previous });
const read = (told: unknown) => readStripeEvent(told);

describe('an event of Stripe', () => {
  it('about a subscription names its time, its customer, and its state', () => {
    expect(read(updated())).toEqual({
      kind: 'subscription',
      id: 'evt_1',
      customer: 'cus_1',
      subscription: 'sub_1',
      second: 1_700_000_000,
      change: { kind: 'changed', was: null, became: { status: 'active', prices: ['price_a', 'price_b'] } },
    });
  });

  it.each([
    ['its status', { status: 'incomplete' }, { status: 'incomplete', prices: ['price_a', 'price_b'] }],
    ['its price', { items: { data: [{ price: 'price_c' }] } }, { status: 'active', prices: ['price_c'] }],
    ['something else', { metadata: {} }, { status: 'active', prices: ['price_a', 'price_b'] }],
  ])('that changed %s names the former state', (_, previous, was) => {
    expect(read(updated({}, previous))).toMatchObject({ change: { was } });
  });

  it('that ends a subscription is read as its end, whatever the object in it says', () => {
    const change = { kind: 'ended', was: null, became: { status: 'canceled', prices: ['price_a', 'price_b'] } };
    expect(read(event('customer.subscription.deleted', subscription))).toMatchObject({ change });
    expect(read(updated({ status: 'incomplete_expired' }))).toMatchObject({ change: { kind: 'ended' } });
  });

  it('may carry its customer whole', () => {
    expect(read(updated({ customer: { id: 'cus_2', email: 'a@example.com' } }))).toMatchObject({ customer: 'cus_2' });
  });

  it('of a checkout names its customer and reference, and one of a deleted customer names the customer', () => {
    const checkout = (reference: unknown) =>
      read(event('checkout.session.completed', { customer: 'cus_1', client_reference_id: reference }));
    expect(checkout('x')).toEqual({ kind: 'checkout', customer: 'cus_1', reference: 'x' });
    expect(checkout(7)).toEqual({ kind: 'checkout', customer: 'cus_1', reference: null });
    expect(read(event('customer.deleted', { id: 'cus_1' }))).toEqual({ kind: 'customer-deleted', customer: 'cus_1' });
  });

  it.each([
    ['of a type we do not use', event('invoice.paid', { customer: 'cus_1' })],
    ['of a type like ours', event('customer.subscriptions.updated', subscription)],
    ['without a customer', updated({ customer: null })],
    ['whose customer is no id', updated({ customer: 'cus\u0000' })],
    ['whose subscription is no id', updated({ id: 'x'.repeat(256) })],
    ['without an id', { ...updated(), id: undefined }],
    ['without a time', { ...updated(), created: undefined }],
    ['of a time that is none', { ...updated(), created: 1.5 }],
    ['of an account connected to ours', { ...updated(), account: 'acct_1' }],
    ['without data', { id: 'evt_1', type: 'customer.subscription.updated' }],
    ['that is null', null],
    ['that is a text', 'customer.subscription.updated'],
    ['that is an array', []],
  ])('%s has no effect', (_, told) => {
    expect(read(told)).toBeNull();
  });

  it.each([
    [undefined, undefined],
    ['active\u0000', []],
    [7, { data: null }],
    ['active', { data: [null, 5, { price: 7 }, { price: { id: '' } }] }],
  ])('with a status %j and items %j that are invalid still gives the rest', (status, items) => {
    const known = status === 'active' ? 'active' : 'unknown';
    expect(read(updated({ status, items }))).toMatchObject({ change: { became: { status: known, prices: [] } } });
  });
});

describe('a stamp of a signature', () => {
  it.each([
    ['t=1000,v1=a', true],
    ['v1=a,t=1300', true],
    ['t=1301,v1=a', false],
    ['t=0,v1=a', true],
    ['v1=a', false],
    ['t=1000,v1=a,t=1000', false],
    ['t=1000x,v1=a', false],
    ['t=,v1=a', false],
    ['t=99999999999999999999,v1=a', false],
  ])('of %s is at most 300 seconds ahead of second 1000, and one: %s', (header, expected) => {
    expect(isFromNow(header, 1_000, 300)).toBe(expected);
  });
});
