import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Answer, type Caller, newSession, unique } from '../../../support/client.js';
import { call, errorOf } from '../../../support/ledger.js';

const LANES = 8;
const AGAIN_AFTER_MS = 100;

/** The answers that the agents got, for a comparison with the rows. */
export interface Insistent {
  readonly sessions: readonly string[];
  /** Each action whose ask was answered 201, in the order of the answers; true when its confirmation was answered, too. */
  readonly acknowledged: ReadonlyMap<string, boolean>;
  /** The answers to requests that failed: `503 unavailable, Retry-After`, or `no answer`. */
  readonly refused: ReadonlyMap<string, number>;
  /** The actions that were acknowledged and are not there when they are confirmed. */
  readonly gone: readonly string[];
  stop(): Promise<void>;
}

/** Agents that ask and confirm, and repeat each request with its key until it is answered, as the SDK does. */
export async function startInsistent(agent: Caller): Promise<Insistent> {
  const acknowledged = new Map<string, boolean>();
  const refused = new Map<string, number>();
  const gone: string[] = [];
  let isOver = false;
  const note = (answer: Answer | null) => {
    const retry = answer?.headers.has('retry-after') ? ', Retry-After' : '';
    const words = answer ? `${answer.status} ${errorOf(answer)}${retry}` : 'no answer';
    refused.set(words, (refused.get(words) ?? 0) + 1);
  };
  /** Resolves with the first answer that repeating would not change. */
  const insist = async (send: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await send().catch(() => null);
      if (answer && answer.status < 500) return answer;
      note(answer);
      await sleep(AGAIN_AFTER_MS);
    }
  };
  const sessions = await Promise.all(Array.from({ length: LANES }, () => newSession(agent)));
  const lane = async (session: string) => {
    const actions = `/sessions/${session}/actions`;
    while (!isOver) {
      const key = unique('key');
      const asked = await insist(() => agent.post(actions, call(), key));
      if (asked.status !== 201) {
        note(asked);
        continue;
      }
      const { id } = asked.body.data;
      acknowledged.set(id, false);
      const confirmed = await insist(() => agent.patch(`${actions}/${id}`, { status: 'SUCCESS' }));
      if (confirmed.status === 200) acknowledged.set(id, true);
      else if (confirmed.status === 404) gone.push(id);
      else note(confirmed);
    }
  };
  const lanes = Promise.all(sessions.map(lane));
  const stop = async () => {
    isOver = true;
    await lanes;
  };
  return { sessions, acknowledged, refused, gone, stop };
}

/** Compares what was acknowledged with the rows: what is missing, and what is there that no answer told. */
export async function comparedWith(database: pg.Pool, { sessions, acknowledged }: Insistent) {
  const { rows } = await database.query<{ id: string; status: string }>(
    'SELECT id, status FROM actions WHERE session_id = ANY ($1)',
    [sessions],
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const isThere = (id: string, isConfirmed: boolean) => {
    const status = statuses.get(id);
    return status === 'SUCCESS' || (!isConfirmed && status !== undefined);
  };
  return {
    lost: [...acknowledged].filter(([id, isConfirmed]) => !isThere(id, isConfirmed)).map(([id]) => id),
    unknown: [...statuses.keys()].filter((id) => !acknowledged.has(id)),
  };
}
