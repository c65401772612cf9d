import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../json.js';
import { payloadHash } from '../../wire/canonical-json.js';

/** A call that waits for a person. */
export interface WaitingCall {
  readonly sessionId: string;
  readonly actionId: string;
  readonly approvalId: string;
  /** The parameters of the call, where a client waits for it as a task. */
  readonly params?: JsonObject;
}

export interface SameCall {
  readonly apiName: string;
  readonly args: Json;
  /** A task is one call, also where another one has the same name and arguments. */
  readonly task?: { readonly taskId: string; readonly params: JsonObject };
}

/** The calls that wait, for the next process that makes them: a file for each, named by a hash of the call. */
export class WaitingCalls {
  /** @param directory of one service and key @param proxy what a process must share to go on with a call of another one */
  constructor(
    private readonly directory: string,
    private readonly proxy: JsonObject,
  ) {}

  find(call: SameCall): Promise<WaitingCall | null> {
    return read(this.#file(call));
  }

  /** If several processes keep the same call at once, the first one counts. @returns the one that counts */
  async keep(call: SameCall, waiting: WaitingCall): Promise<WaitingCall> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const file = this.#file(call);
    const own = `${file}.${randomUUID()}`;
    await writeFile(own, JSON.stringify(waiting), { mode: 0o600, flush: true });
    await link(own, file).catch(() => undefined);
    await rm(own, { force: true });
    return (await read(file)) ?? waiting;
  }

  forget(call: SameCall): Promise<void> {
    return rm(this.#file(call), { force: true });
  }

  async waitIn(sessionId: string): Promise<boolean> {
    const names = await readdir(this.directory).catch(() => []);
    const waiting = await Promise.all(names.map((name) => read(join(this.directory, name))));
    return waiting.some((call) => call?.sessionId === sessionId);
  }

  /** The parameters of the call of a task that an earlier process kept; null for another task. */
  async request(taskId: string): Promise<JsonObject | null> {
    return (await read(this.#fileOf({ taskId })))?.params ?? null;
  }

  release(taskId: string): Promise<void> {
    return rm(this.#fileOf({ taskId }), { force: true });
  }

  #file({ apiName, args, task }: SameCall): string {
    return this.#fileOf(task ? { taskId: task.taskId } : { apiName, args });
  }

  #fileOf(call: JsonObject): string {
    return join(this.directory, `${payloadHash({ ...this.proxy, ...call })}.json`);
  }
}

async function read(file: string): Promise<WaitingCall | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
