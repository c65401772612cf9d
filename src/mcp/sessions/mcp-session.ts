import type { KeyObject } from 'node:crypto';
import { type Holder, isSignature, signatureOf } from '../signature.js';

/** A session of an MCP client. Its id is that of the Backstop session which its first call opens. */
export interface McpSession {
  readonly id: string;
  /** The name that the client gave in `initialize`. */
  readonly client: string;
}

const MOST_CHARACTERS = 1_000;
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{43})$/;

/** The value of `Mcp-Session-Id`. It is signed, so that any process can read it and none has to remember it. */
export function writeSession({ id, client }: McpSession, holder: Holder, key: KeyObject): string {
  const name = Buffer.from(client.slice(0, 100)).toString('base64url');
  return `${id}.${name}.${signatureOf('session', `${id}.${name}`, holder, key)}`;
}

/** Null for an id that the service did not give to this holder. */
export function readSession(text: string, holder: Holder, key: KeyObject): McpSession | null {
  if (text.length > MOST_CHARACTERS) return null;
  const [, id, name, mac] = FORM.exec(text) ?? [];
  if (id === undefined || name === undefined || mac === undefined) return null;
  const isRight = isSignature(mac, signatureOf('session', `${id}.${name}`, holder, key));
  return isRight ? { id, client: Buffer.from(name, 'base64url').toString('utf8') } : null;
}

/** The agent of a client whose key is bound to none. */
export function agentOf(client: string): string {
  const slug = client
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .slice(0, 100);
  return slug === '' ? 'mcp-client' : slug;
}
