import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Caller } from '../../../support/client.js';
import { againWhenCutOff } from '../../../support/cut-off.js';
import { call, errorOf } from '../../../support/ledger.js';
import type { Contender } from './race.js';

/** Makes so many contenders of the same kind, each with its index. */
export const times = (count: number, contender: (index: number) => Contender): Contender[] =>
  Array.from({ length: count }, (_, index) => contender(index));

export const log =
  (caller: Caller, session: string, more: object = {}, key?: string): Contender =>
  (service) =>
    caller.at(service).post(`/sessions/${session}/actions`, call(more), key);

export const confirm =
  (caller: Caller, session: string, action: string, status: string): Contender =>
  (service) =>
    caller.at(service).patch(`/sessions/${session}/actions/${action}`, { status });

export const post =
  (caller: Caller, path: string, body?: object, key?: string): Contender =>
  (service) =>
    caller.at(service).post(path, body, key);

/** One action as a read of a session shows it. */
export interface Kept {
  readonly id: string;
  readonly sequence: number;
  readonly status: string;
  readonly violation: string | null;
  readonly payload: object;
  readonly approval: { readonly id: string; readonly status: string } | null;
}

export async function actionsOf(caller: Caller, session: string): Promise<Kept[]> {
  const { status, body } = await caller.get(`/sessions/${session}`);
  expect(status).toBe(200);
  return body.data.actions;
}

export const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300);
export const lost = (answers: readonly Answer[]) => answers.filter(({ status }) => status >= 300);

/** All of them were refused, and with this code. */
export function expectRefused(answers: readonly Answer[], code: string): void {
  expect(answers.map(errorOf)).toEqual(Array(answers.length).fill(code));
}

/** Returns the number under which each was recorded, also of those that were refused. */
export function sequencesOf(answers: readonly Answer[], actions: readonly Kept[]): number[] {
  return answers.flatMap(({ body }) => {
    const id = body.data?.id ?? body.error.actionId;
    const kept = actions.find((action) => action.id === id);
    return kept ? [kept.sequence] : [];
  });
}

/** The ledger's own numbers say that none of these came after any of those. */
export function expectBefore(these: readonly number[], those: readonly number[]): void {
  expect(Math.max(0, ...these)).toBeLessThan(Math.min(Number.POSITIVE_INFINITY, ...those));
}

/** Tells which share of the contenders succeeded. */
export const share = (count: number, of: number) => (count === 0 ? 'none' : count === of ? 'all' : 'some');

/**
 * Delays the contender by up to seven times `byMs`, so that over eight rounds it comes before, among and after the
 * others.
 */
export const atVariousTimes =
  (round: number, contender: Contender, byMs = 3): Contender =>
  async (service) => {
    await sleep((round % 8) * byMs);
    return contender(service);
  };

/** The same contender, whose request is sent again where the connection ended before it was read. */
export const onOpenConnection =
  (contender: Contender): Contender =>
  (service) =>
    againWhenCutOff(() => contender(service));
