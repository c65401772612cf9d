import { DomainError } from '../../platform/errors.js';

export const alreadyMember = () =>
  new DomainError('conflict', 'already-member', 'This address is that of a member of your organization.');

export const alreadyInvited = () =>
  new DomainError(
    'conflict',
    'already-invited',
    'This address is invited already. Delete that invitation to send another.',
  );

export const lastMember = () =>
  new DomainError(
    'conflict',
    'last-member',
    'The last member of an organization stays. Invite another person to it first, or delete the account.',
  );

/** The service tells it only to the holder of the invitation, who can read the mail of this address. */
export const accountExists = () =>
  new DomainError(
    'conflict',
    'email-taken',
    'An account with this e-mail address already exists. Log in, and accept the invitation with its token.',
  );
