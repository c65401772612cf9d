/** Headers of a draft that its author sets; Gmail makes the others anew at every change. */
const HEADERS = [
  'from',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'subject',
  'in-reply-to',
  'references',
  'content-type',
  'content-transfer-encoding',
];
/** Gmail fills in these headers when the author leaves them out. */
const FILLED_IN = ['from', 'content-type', 'content-transfer-encoding'];

/** A mail as fields: each header by its name in lower case, unfolded, null when it is not there; and `body`. */
export type MailFields = { [name: string]: string | null };

/**
 * @param raw base64url, in the form of Gmail's API
 * @returns null when it is no text
 */
export function parseMail(raw: string): MailFields | null {
  const bytes = Buffer.from(raw, 'base64url');
  const text = bytes.toString('utf8');
  if (text.includes('\0') || !Buffer.from(text, 'utf8').equals(bytes)) return null;
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').split('\n\n');
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  const fields: MailFields = Object.fromEntries(HEADERS.map((name) => [name, null]));
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && HEADERS.includes(name)) fields[name] = line.slice(colon + 1).trim();
  }
  return { ...fields, body: withoutLastLines(rest.join('\n\n')) };
}

/** An expression for the end of a text would be tried at each of its line ends. */
function withoutLastLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** The fields that a call which sends this mail sets. */
export function setBy(mail: MailFields): MailFields {
  return Object.fromEntries(
    Object.entries(mail).filter(([name, value]) => value !== null || !FILLED_IN.includes(name)),
  );
}

/** The inverse of `parseMail`. @returns base64url */
export function composeMail({ body, ...headers }: { readonly [name: string]: unknown }): string {
  const there = HEADERS.filter((name) => typeof headers[name] === 'string');
  const head = ['mime-version: 1.0', ...there.map((name) => `${name}: ${headers[name]}`)].join('\n');
  return Buffer.from(`${head}\n\n${body ?? ''}\n`.replaceAll('\n', '\r\n'), 'utf8').toString('base64url');
}
