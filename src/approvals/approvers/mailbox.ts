/** Characters that show as nothing or as a blank. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Z}\s]/gu;

/**
 * One text for every way to write an address: case, Unicode form, quotes, comments, a display name, `mailto:`, a `+tag`, a
 * domain in Punycode or with a final dot. It errs towards taking two addresses for one, because it excludes a person.
 */
export function mailboxOf(text: string): string {
  const [, inBrackets = text] = /<([^<>]*)>\s*$/.exec(text) ?? [];
  const bare = inBrackets
    .normalize('NFKC')
    .replaceAll(/\([^()]*\)/g, '')
    .replaceAll(INVISIBLE, '')
    .replace(/^mailto:/i, '');
  const at = bare.lastIndexOf('@');
  if (at < 0) return folded(bare);
  const local = bare
    .slice(0, at)
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(/\\(.)/g, '$1');
  return `${folded(withoutTag(local))}@${domainOf(folded(bare.slice(at + 1)))}`;
}

const folded = (text: string): string => text.toUpperCase().toLowerCase().normalize('NFC');

function withoutTag(local: string): string {
  const tag = local.indexOf('+');
  return tag > 0 ? local.slice(0, tag) : local;
}

function domainOf(text: string): string {
  const domain = text.replace(/\.$/, '');
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
