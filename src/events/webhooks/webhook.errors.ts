import { DomainError } from '../../platform/errors.js';

export const MOST_WEBHOOKS = 20;

export const tooManyWebhooks = () =>
  new DomainError(
    'conflict',
    'too-many-webhooks',
    `An organization has at most ${MOST_WEBHOOKS} webhooks. Remove one first.`,
  );
