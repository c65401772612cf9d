/** Finds the header in the head of a mail. */
const HEADER = /^message-id[ \t]*:[ \t]*(.*)$/im;

/**
 * Reads the Message-ID that the author of a mail chose. Null when the author chose none.
 * @param raw base64url
 */
export function messageIdOf(raw: string): string | null {
  const text = Buffer.from(raw, 'base64url').toString('latin1');
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  return HEADER.exec(head)?.[1]?.trim() ?? null;
}

/** The same mail under this name, unless its author has given it one. @param raw base64url */
export function withMessageId(raw: string, id: string): string {
  if (messageIdOf(raw) !== null) return raw;
  const bytes = Buffer.from(raw, 'base64url');
  return Buffer.concat([Buffer.from(`Message-ID: ${id}\r\n`), bytes]).toString('base64url');
}
