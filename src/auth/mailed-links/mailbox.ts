/** RFC 5321's local part without quotes: one atom or more, joined by dots. */
const DOT_STRING = /^[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+)*$/;

/**
 * An e-mail address in the one form in which the service stores and compares it, apart from upper and lower case. Quotes
 * that are not needed, and characters that are escaped without need, name no other mailbox (RFC 5321, 4.1.2):
 * `"user"@example.com` is `user@example.com`, and `"a\ b"@example.com` is `"a b"@example.com`.
 */
export function mailboxOf(address: string): string {
  const [, quoted, domain] = /^"((?:[^"\\]|\\.)*)"@([^@]*)$/s.exec(address) ?? [];
  if (quoted === undefined) return address;
  const local = quoted.replaceAll(/\\(.)/gs, '$1');
  return DOT_STRING.test(local) ? `${local}@${domain}` : `"${local.replaceAll(/["\\]/g, '\\$&')}"@${domain}`;
}
