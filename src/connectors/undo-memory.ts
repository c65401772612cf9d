import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from './connector.js';

/**
 * What the tries at undoing one call noted of one resource. That there is one says that the effect of the call was seen
 * there: it is kept before the call to the provider that changes the resource back.
 */
export interface Trace {
  /** As `ItemReport.resource`; of one that was made again, as `ItemReport.formerly`. */
  readonly resource: string;
  /** When a call that must not be repeated blindly may have reached the provider; milliseconds. Null: none has. */
  readonly sentAt: number | null;
  /** Where resources equal to the lost one were before that call. */
  readonly twins?: readonly JsonObject[];
}

/** What is kept of an undo across tries, processes and rollbacks (contract, "Evidence"). Addresses are those of a kind. */
export interface UndoMemory {
  traceOf(resource: string): Trace | null;
  /** Kept when it returns. @throws when this process has lost the right to go on */
  note(traces: readonly Trace[]): Promise<void>;
  /** Where the resource is now, if an undo made it again under another address; otherwise the address itself. */
  whereIs(kind: string, address: JsonObject): Promise<JsonObject>;
  noteMadeAgain(kind: string, from: JsonObject, to: JsonObject): Promise<void>;
  /** Those of the addresses under which an undo made another resource again than the one at `from`. */
  madeForOthers(kind: string, from: JsonObject, among: readonly JsonObject[]): Promise<readonly JsonObject[]>;
}

/** Remembers as long as it lives. */
export function transientMemory(): UndoMemory {
  const traces = new Map<string, Trace>();
  const moves: { kind: string; from: JsonObject; to: JsonObject }[] = [];
  const whereIs = (kind: string, address: JsonObject): JsonObject => {
    const move = moves.findLast((one) => one.kind === kind && isDeepStrictEqual(one.from, address));
    return move ? whereIs(kind, move.to) : address;
  };
  return {
    traceOf: (resource) => traces.get(resource) ?? null,
    note: async (noted) => {
      for (const trace of noted) traces.set(trace.resource, trace);
    },
    whereIs: async (kind, address) => whereIs(kind, address),
    noteMadeAgain: async (kind, from, to) => {
      moves.push({ kind, from, to });
    },
    madeForOthers: async (kind, from, among) =>
      among.filter((address) =>
        moves.some(
          (one) => one.kind === kind && isDeepStrictEqual(one.to, address) && !isDeepStrictEqual(one.from, from),
        ),
      ),
  };
}
