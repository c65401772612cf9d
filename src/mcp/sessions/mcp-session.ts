import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** A session of an MCP client. Its id is that of the Backstop session which its first call opens. */
export interface McpSession {
  readonly id: string;
  /** The name that the client gave in `initialize`. */
  readonly client: string;
}

/** The credential that opened the session: no other one may use its id. */
interface Holder {
  readonly kind: string;
  readonly id: string;
}

const MOST_CHARACTERS = 1_000;
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{43})$/;

/** The value of `Mcp-Session-Id`. It is signed, so that any process can read it and none has to remember it. */
export function writeSession({ id, client }: McpSession, holder: Holder, key: KeyObject): string {
  const name = Buffer.from(client.slice(0, 100)).toString('base64url');
  return `${id}.${name}.${macOf(`${id}.${name}`, holder, key)}`;
}

/** Null for an id that the service did not give to this holder. */
export function readSession(text: string, holder: Holder, key: KeyObject): McpSession | null {
  if (text.length > MOST_CHARACTERS) return null;
  const [, id, name, mac] = FORM.exec(text) ?? [];
  if (id === undefined || name === undefined || mac === undefined) return null;
  // They are compared as texts, because several texts in base64url are the same bytes.
  const isRight = timingSafeEqual(Buffer.from(macOf(`${id}.${name}`, holder, key)), Buffer.from(mac));
  return isRight ? { id, client: Buffer.from(name, 'base64url').toString('utf8') } : null;
}

const macOf = (text: string, { kind, id }: Holder, key: KeyObject) =>
  createHmac('sha256', key).update(`mcp session ${kind} ${id} ${text}`).digest('base64url');

/** The agent of a client whose key is bound to none. */
export function agentOf(client: string): string {
  const slug = client
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .slice(0, 100);
  return slug === '' ? 'mcp-client' : slug;
}
