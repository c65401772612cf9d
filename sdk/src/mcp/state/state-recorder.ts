import { type KnownServer, type State, UncapturableError, type UseTool } from '../known/known-server.js';
import type { Journal } from './journal.js';

/** Reads with the server's own tools the state that a call is about to change, and the state after it. */
export class StateRecorder {
  #lane: Promise<unknown> = Promise.resolve();
  #latest = 0;

  constructor(
    private readonly journal: Journal,
    private readonly useTool: UseTool,
  ) {}

  /** `run`, between two looks. Calls that are looked at run one after the other, or one would see the other's traces. */
  async watch<T>(server: KnownServer, call: RecordedCall, run: () => Promise<T>): Promise<T> {
    const resources = resourcesOf(server, call);
    if (resources === null) return run();
    const turn = this.#lane.then(() => this.#watch(server, call, resources, run));
    this.#lane = turn.catch(() => undefined);
    return turn;
  }

  async #watch<T>(server: KnownServer, call: RecordedCall, resources: readonly string[], run: () => Promise<T>) {
    const { sessionId, actionId, tool } = call;
    const before = await this.#look(server, resources);
    const at = this.#now();
    const entry = { server: server.id, tool, at, before: before.state, after: null, reason: before.reason };
    await this.#keep(sessionId, actionId, entry);
    try {
      return await run();
    } finally {
      if (before.state !== null) {
        const after = await this.#look(server, resources);
        await this.#keep(sessionId, actionId, { ...entry, after: after.state, reason: after.reason });
      }
    }
  }

  /** Later than ever before, also within one millisecond. */
  #now(): number {
    this.#latest = Math.max(Date.now(), this.#latest + 0.001);
    return this.#latest;
  }

  async #look(
    server: KnownServer,
    resources: readonly string[],
  ): Promise<{ state: State | null; reason: string | null }> {
    try {
      return { state: await server.capture(resources, this.useTool), reason: null };
    } catch (error) {
      if (error instanceof UncapturableError) return { state: null, reason: error.message };
      return { state: null, reason: `it could not be read: ${error instanceof Error ? error.message : error}` };
    }
  }

  /** A call whose states cannot be stored runs nevertheless; it cannot be undone. */
  async #keep(...entry: Parameters<Journal['put']>): Promise<void> {
    await this.journal.put(...entry).catch((error) => {
      process.stderr.write(`backstop-mcp: what a call changed could not be kept, and cannot be undone: ${error}\n`);
    });
  }
}

/** Returns null also for arguments that the tool itself will refuse. */
function resourcesOf(server: KnownServer, use: RecordedCall): readonly string[] | null {
  try {
    return server.resources(use);
  } catch {
    return null;
  }
}

export interface RecordedCall {
  readonly sessionId: string;
  readonly actionId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}
