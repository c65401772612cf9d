import { IsEmail, IsString, Length, MaxLength, MinLength } from 'class-validator';
import { Example } from '../../platform/http/documented.js';
import { Optional } from '../../platform/http/input/optional.js';
import { describe, id, named, object, oneOf, orNull, text, time } from '../../platform/http/shape.js';

export class InviteDto {
  @IsEmail() @MaxLength(254) email: string;
}

/** A new account needs a password and a name. An existing account, which joins with its token, keeps its own. */
export class AcceptInvitationDto {
  @Example('bW9uZGF5…') @IsString() @MaxLength(200) token: string;
  @Optional() @Example('staple battery horse correct') @IsString() @MinLength(8) @MaxLength(128) password?: string;
  @Optional() @Example('Grace') @IsString() @Length(1, 200) name?: string;
}

export const Invitation = named(
  'Invitation',
  'An invitation that can still be accepted.',
  object({
    id,
    email: text('grace@example.com'),
    invitedBy: describe('The member who invites.', id),
    status: describe('QUEUED: the mail is not sent yet.', oneOf('QUEUED', 'SENT')),
    createdAt: time,
    expiresAt: describe('Seven days after it is sent; null before.', orNull(time)),
  }),
);
