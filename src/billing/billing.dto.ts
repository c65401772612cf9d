import { IsIn } from 'class-validator';
import { Optional } from '../platform/http/input/optional.js';
import { always, named, object, oneOf, text } from '../platform/http/shape.js';

export class PortalQuery {
  /** What to buy, for who has no subscription yet. */
  @Optional() @IsIn(['PRO', 'TEAM']) plan?: 'PRO' | 'TEAM';
}

export const Received = named('Received', 'The event was taken.', object({ received: always(true) }));

export const BillingPortal = named(
  'BillingPortal',
  'Where an operator settles the bills.',
  object({ url: text('https://billing.stripe.com/p/session/test'), kind: oneOf('portal', 'checkout') }),
);
