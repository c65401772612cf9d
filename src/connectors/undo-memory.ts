import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, Trace, UndoMemory } from './connector.js';

/** Remembers as long as it lives. */
export function transientMemory(): UndoMemory {
  const traces = new Map<string, Trace>();
  const moves: { kind: string; from: JsonObject; to: JsonObject }[] = [];
  const whereIs = (kind: string, address: JsonObject): JsonObject => {
    const move = moves.findLast((one) => one.kind === kind && isDeepStrictEqual(one.from, address));
    return move ? whereIs(kind, move.to) : address;
  };
  return {
    all: () => [...traces.values()],
    traceOf: (resource) => traces.get(resource) ?? null,
    note: async (noted) => {
      for (const trace of noted) traces.set(trace.resource, trace);
    },
    whereIs: async (kind, address) => whereIs(kind, address),
    noteRecreated: async (kind, from, to) => {
      moves.push({ kind, from, to });
    },
    recreatedForOthers: async (kind, from, among) =>
      among.filter((address) =>
        moves.some(
          (one) => one.kind === kind && isDeepStrictEqual(one.to, address) && !isDeepStrictEqual(one.from, from),
        ),
      ),
  };
}
