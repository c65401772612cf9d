import { IsIn } from 'class-validator';
import { Optional } from '../platform/http/input/optional.js';
import { literal, named, object, oneOf, text } from '../platform/http/shape.js';

export class PortalQuery {
  /** The plan to buy, for an organization without a subscription. */
  @Optional() @IsIn(['PRO', 'TEAM']) plan?: 'PRO' | 'TEAM';
}

export const Received = named('Received', 'The service has recorded the event.', object({ received: literal(true) }));

export const BillingPortal = named(
  'BillingPortal',
  'The page at Stripe where an operator buys a plan, pays and cancels.',
  object({ url: text('https://billing.stripe.com/p/session/test'), kind: oneOf('portal', 'checkout') }),
);
