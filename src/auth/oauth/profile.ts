import { cutText } from '../../platform/cut-text.js';
/** A person's identity at a provider. */
export interface Profile {
  /** The subject never changes, and the provider never gives it to another user. */
  readonly subject: string;
  /** Null when the provider vouches for no address. */
  readonly verifiedEmail: string | null;
  readonly name: string;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * OpenID Connect's userinfo states whether the address is verified; GitHub's user does not, so its addresses must be
 * read.
 */
export const statesVerifiedEmail = (json: Members) =>
  typeof json.email === 'string' && typeof json.email_verified === 'boolean';

/**
 * @param json the answer of the profile URL: `sub` or `id`, `email`, `email_verified`, `name` or `login`
 * @param emails GitHub's list of addresses, if the profile does not vouch for one
 * @returns null when the answer names no subject
 */
export function toProfile(json: Members, emails: readonly Members[]): Profile | null {
  const id = json.sub ?? json.id;
  const subject = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : textOf(id, 255);
  if (!subject) return null;
  const own = json.email_verified === true ? json.email : null;
  const primary = emails.find(({ primary, verified }) => primary === true && verified === true)?.email;
  const verifiedEmail = textOf(statesVerifiedEmail(json) ? own : primary, 254);
  const name =
    textOf(json.name, 200) ?? textOf(json.login, 200) ?? verifiedEmail?.split('@')[0] ?? cutText(subject, 200);
  return { subject, verifiedEmail, name };
}

/** Null for a text that the database could not keep unchanged. */
function textOf(value: unknown, atMost: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= atMost && !value.includes('\0') ? value : null;
}
