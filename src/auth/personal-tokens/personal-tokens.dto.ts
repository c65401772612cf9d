import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsString, Length, MaxLength } from 'class-validator';
import { TOKEN_SCOPES, type TokenScope } from '../../contract/token-scopes.js';
import { Example } from '../../platform/http/documented.js';
import { Optional } from '../../platform/http/input/optional.js';
import { describe, id, listOf, named, object, oneOf, orNull, text, time } from '../../platform/http/shape.js';

export class CreatePersonalTokenDto {
  @IsString() @Length(1, 100) name: string;
  /** The end of the token, at most 366 days from now. */
  @Example('2026-12-31T00:00:00Z') @IsString() @Length(1, 40) expiresAt: string;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(TOKEN_SCOPES.length)
  @ArrayUnique()
  @IsIn(TOKEN_SCOPES, { each: true })
  scopes: TokenScope[];
  /** Needed when the sign-in is older than ten minutes. */
  @Optional() @IsString() @MaxLength(128) password?: string;
}

const TOKEN = {
  id,
  name: text('policies from git'),
  scopes: listOf(oneOf(...TOKEN_SCOPES)),
  status: oneOf('ACTIVE', 'EXPIRED', 'REVOKED'),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: describe('Up to five minutes late.', orNull(time)),
};

export const PersonalToken = named('PersonalToken', 'A personal token, without its secret.', object(TOKEN));

export const CreatedPersonalToken = named(
  'CreatedPersonalToken',
  'A personal token with its secret, which is shown this once.',
  object({ ...TOKEN, token: text('bks_op_…') }),
);
