import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Caller, newSession, type Organization } from '../../../support/client.js';
import type { Service } from '../../../support/service.mjs';

const EVERY_MS = 50;
const CALLS_OF_A_SESSION = 60;

const NO_ANSWER: Answer = { status: 503, headers: new Headers(), body: null };

/** Returns the 99th percentile of a list. */
export const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * 0.99))] ?? Number.NaN;

/**
 * An organization that works quietly at a steady rate: it asks for a call, confirms it and reads it, at both processes in
 * turns. A request is sent when it is due, whether the ones before it were answered or not.
 */
export class Bystander {
  readonly sessions: string[] = [];
  /** Ids of the actions that were acknowledged, by session. */
  readonly acknowledged = new Map<string, string[]>();
  readonly refused: string[] = [];
  /** Requests that got 503, or an answer that was cut off: there is no time to answer all on a machine that is too small. */
  unanswered = 0;
  private turn = 0;

  constructor(
    readonly organization: Organization,
    private readonly services: readonly Service[],
  ) {}

  /** @returns milliseconds of each request, from when it was due */
  async workFor(isOver: () => boolean): Promise<number[]> {
    const took: number[] = [];
    const rounds: Promise<void>[] = [];
    const begun = performance.now();
    for (let round = 0; !isOver(); round++) {
      const due = begun + round * EVERY_MS * 3;
      await sleep(Math.max(0, due - performance.now()));
      rounds.push(this.round(due, took));
    }
    await Promise.all(rounds);
    return took;
  }

  private async round(due: number, took: number[]): Promise<void> {
    const { agent } = this.organization;
    const at = this.services[this.turn++ % this.services.length] as Service;
    const caller = agent.at(at);
    const session = await this.sessionOf(caller);
    const asked = { apiName: 'crm.notes.create', operationType: 'CREATE', payload: { note: 'of the bystander' } };
    const path = `/sessions/${session}/actions`;
    const made = await this.timed(took, due, () => caller.post(path, asked));
    const id = made.body?.data?.id;
    if (made.status !== 201) return;
    this.acknowledged.get(session)?.push(id);
    const next = due + EVERY_MS;
    await sleep(Math.max(0, next - performance.now()));
    await this.timed(took, next, () => caller.patch(`${path}/${id}`, { status: 'SUCCESS', response: { id } }));
    const last = due + 2 * EVERY_MS;
    await sleep(Math.max(0, last - performance.now()));
    await this.timed(took, last, () => caller.get(`/sessions/${session}`));
  }

  private async sessionOf(caller: Caller): Promise<string> {
    const current = this.sessions.at(-1);
    if (current && this.turn % CALLS_OF_A_SESSION !== 0) return current;
    const session = await newSession(caller).catch(() => null);
    if (!session) return current ?? this.sessionOf(caller);
    this.sessions.push(session);
    this.acknowledged.set(session, []);
    return session;
  }

  private async timed(took: number[], due: number, ask: () => Promise<Answer>): Promise<Answer> {
    const answer = await ask().catch(() => NO_ANSWER);
    took.push(performance.now() - due);
    if (answer.status === 503) this.unanswered++;
    else if (answer.status >= 300) this.refused.push(`${answer.status} ${JSON.stringify(answer.body?.error)}`);
    return answer;
  }

  /**
   * Expects that each acknowledged call is there, that all are numbered without gaps, and that only a lack of time
   * caused refusals.
   */
  async expectNothingLost(): Promise<void> {
    expect(this.refused).toEqual([]);
    for (const session of this.sessions) {
      const { actions } = (await this.organization.agent.get(`/sessions/${session}`)).body.data;
      const found = actions as { id: string; sequence: number; status: string }[];
      const ids = new Set(found.map(({ id }) => id));
      expect((this.acknowledged.get(session) ?? []).filter((id) => !ids.has(id))).toEqual([]);
      expect(found.map(({ sequence }) => sequence)).toEqual(found.map((_, index) => index + 1));
      const others = found.filter(({ status }) => status !== 'SUCCESS');
      expect(others.length).toBeLessThanOrEqual(this.unanswered);
    }
  }
}
