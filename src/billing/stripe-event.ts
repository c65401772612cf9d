import { isOver, type SubscriptionChange, type SubscriptionState } from './subscription.js';

export interface SubscriptionEvent {
  readonly kind: 'subscription';
  readonly id: string;
  readonly customer: string;
  readonly subscription: string;
  /** The time of the event, by Stripe's clock: Unix seconds. */
  readonly second: number;
  readonly change: SubscriptionChange;
}

/** The events of Stripe that we use. `customer` is its id there. */
export type StripeEvent =
  /**
   * `reference` is the reference with which the checkout was opened: an organization's id, if it was opened for one.
   */
  | { readonly kind: 'checkout'; readonly customer: string; readonly reference: string | null }
  | { readonly kind: 'customer-deleted'; readonly customer: string }
  | SubscriptionEvent;

const SUBSCRIPTION = 'customer.subscription.';
const ID = /^[\w.:-]{1,255}$/;

/**
 * Reads an event whose signature has been verified, of any API version. Null for an event that we do not use
 * (docs/contract.md, "Billing"), and for every event of an account connected to ours, because its owner chooses its
 * contents.
 */
export function readStripeEvent(event: unknown): StripeEvent | null {
  const type = member(event, 'type');
  const data = member(event, 'data');
  const object = member(data, 'object');
  if (typeof type !== 'string' || member(event, 'account')) return null;
  const customer = idOf(type === 'customer.deleted' ? object : member(object, 'customer'));
  if (!customer) return null;
  if (type === 'customer.deleted') return { kind: 'customer-deleted', customer };
  if (type === 'checkout.session.completed') {
    const reference = member(object, 'client_reference_id');
    return { kind: 'checkout', customer, reference: typeof reference === 'string' ? reference : null };
  }
  const [id, subscription, second] = [idOf(event), idOf(object), member(event, 'created')];
  if (!type.startsWith(SUBSCRIPTION) || !id || !subscription || !isSecond(second)) return null;
  const change = readChange(type.slice(SUBSCRIPTION.length), object, member(data, 'previous_attributes'));
  return { kind: 'subscription', id, customer, subscription, second, change };
}

function readChange(happened: string, subscription: unknown, previous: unknown): SubscriptionChange {
  const state = readState(subscription);
  if (happened === 'deleted') return { kind: 'ended', was: null, became: { ...state, status: 'canceled' } };
  const was = previous && happened === 'updated' ? readState({ ...(subscription as object), ...previous }) : null;
  const kind = isOver(state) ? 'ended' : happened === 'created' ? 'created' : 'changed';
  return { kind, was, became: state };
}

function readState(subscription: unknown): SubscriptionState {
  const status = member(subscription, 'status');
  const items = member(member(subscription, 'items'), 'data');
  const prices = (Array.isArray(items) ? items : []).flatMap(
    (item) => idOf(member(item, 'price')) ?? idOf(member(item, 'plan')) ?? [],
  );
  return { status: typeof status === 'string' && ID.test(status) ? status : 'unknown', prices: prices.sort() };
}

/** The id of an object, or of a reference to one. */
function idOf(value: unknown): string | null {
  const id = typeof value === 'string' ? value : member(value, 'id');
  return typeof id === 'string' && ID.test(id) ? id : null;
}

const isSecond = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
