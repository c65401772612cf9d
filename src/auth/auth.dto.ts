import { IsBoolean, IsEmail, IsString, Length, MaxLength, MinLength } from 'class-validator';
import { Example } from '../platform/http/documented.js';
import { Optional } from '../platform/http/input/optional.js';
import { flag, id, named, object, oneOf, text } from '../platform/http/shape.js';

export class RegisterDto {
  @IsEmail() @MaxLength(254) email: string;
  @IsString() @MinLength(8) @MaxLength(128) password: string;
  @IsString() @Length(1, 200) name: string;
}

export class LoginDto {
  @IsString() @MaxLength(254) email: string;
  @IsString() @MaxLength(128) password: string;
  /** The link that a sign-in through a provider issued: it joins that identity to this account. */
  @Optional() @IsString() @MaxLength(4_000) link?: string;
  /** The link is the one that the service left in a cookie of this browser. */
  @Optional() @IsBoolean() linkOfBrowser?: boolean;
}

export class ForgotPasswordDto {
  @IsEmail() @MaxLength(254) email: string;
}

export class ResetPasswordDto {
  @Example('bW9uZGF5…') @IsString() @MaxLength(200) token: string;
  @Example('staple battery horse correct') @IsString() @MinLength(8) @MaxLength(128) newPassword: string;
}

export class VerifyEmailQuery {
  @IsString() @MaxLength(200) token: string;
}

export class TokenDto {
  @IsString() @MaxLength(500) apiKey: string;
}

export const SignedIn = named(
  'SignedIn',
  'The operator who signed in, and their token.',
  object({
    token: text('eyJhbGciOiJIUzI1NiJ9.…'),
    user: object({ id, email: text('ada@example.com'), name: text('Ada'), emailVerified: flag }),
    organization: object({ id, name: text("Ada's organization"), plan: oneOf('FREE', 'PRO', 'TEAM') }),
  }),
);

export const Token = named(
  'Token',
  'A token that stands for an API key for 15 minutes.',
  object({ token: text('eyJhbGciOiJIUzI1NiJ9.…') }),
);

export const Verified = named(
  'Verified',
  "The address is its user's.",
  object({ verified: flag, email: text('ada@example.com') }),
);
