import type { World } from './worlds.js';

/** No scenario of an undo applies: test/e2e/mcp/upstream.spec.ts has the servers. */
export const world: World = { places: [] };
