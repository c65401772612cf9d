import { payloadHash } from '../wire/canonical-json.js';
import { builtin } from '../wire/runtime.js';
import { fileStore } from './file-store.js';
import { SpareStore } from './spare-store.js';
import { MemoryStore, type OutboxStore } from './store.js';

const API_KEY = /^bks_(?:live|test)_([0-9a-f]{32})/;

/** Returns the owner of an entry as the name of a directory: the service's address and the key's public id. */
export function outboxScope(baseUrl: string, apiKey: string): string {
  const keyId = API_KEY.exec(apiKey)?.[1] ?? payloadHash(apiKey).slice(0, 32);
  const { host, pathname } = new URL(baseUrl);
  return `${`${host}${pathname}`.replace(/[^a-zA-Z0-9.]+/g, '-').slice(0, 100)}-${keyId}`;
}

/** Below the user's state, where it outlives the working directory and is not committed with it. */
export function defaultOutboxDirectory(environment: Record<string, string | undefined>, home: string): string {
  const state = environment.XDG_STATE_HOME || environment.LOCALAPPDATA || `${home}/.local/state`;
  return `${state}/backstop/outbox`;
}

/** @param directory `false`: memory; undefined: the default where there are files */
export function openStore(directory: string | false | undefined, scope: string): OutboxStore {
  if (directory === false) return new MemoryStore();
  const home = builtin<typeof import('node:os')>('node:os')?.homedir();
  if (home === undefined) return new MemoryStore();
  const files = fileStore(directory ?? defaultOutboxDirectory(process.env, home), scope);
  return files ? new SpareStore(files) : new MemoryStore();
}
