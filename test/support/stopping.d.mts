import type { Server } from 'node:http';

export function closing(server: Server): () => Promise<void>;
export function removing(directory: string, stop: () => Promise<unknown>): () => Promise<void>;
