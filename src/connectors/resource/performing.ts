import type { JsonObject } from '../connector.js';
import { NotCapturable } from './resource.js';

/** A method of a client by its path. @throws NotCapturable when there is none */
export function methodAt(client: unknown, path: string): (...args: unknown[]) => Promise<unknown> {
  const names = path.split('.');
  let owner: unknown = null;
  let found: unknown = client;
  for (const name of names) {
    owner = found;
    found = (found as Record<string, unknown> | undefined)?.[name];
  }
  if (typeof found !== 'function') throw new NotCapturable(`the client has no method ${path}`);
  return (...args) => found.apply(owner, args) as Promise<unknown>;
}

/** @throws NotCapturable when a member would change how the call is sent, or add another effect */
export function refuseMembers(payload: JsonObject, names: readonly string[]): void {
  const found = Object.keys(payload).find((name) => names.includes(name));
  if (found !== undefined) throw new NotCapturable(`the payload has a member that is not performed: ${found}`);
}
