import { Caller, newSession } from '../../../support/client.js';
import { call, gated } from '../../../support/ledger.js';

/** The requests that had another answer than 200 or 201, or none. */
interface Load {
  readonly lost: readonly string[];
  readonly sent: Readonly<Record<string, number>>;
  readonly sessions: readonly string[];
  /** Ends it, and resolves when the last request is answered. */
  stop(): Promise<void>;
}

const LANES = 24;

/**
 * Starts agents that ask, confirm, wait and have calls performed, without ever repeating a request. Their sessions are open
 * when it resolves.
 */
export async function startLoad(agent: Caller, operator: Caller, performed: (n: number) => object): Promise<Load> {
  const lost: string[] = [];
  const sent: Record<string, number> = {};
  const sessions: string[] = [];
  let isOver = false;
  let numbers = 0;
  const send = async (kind: string, request: () => ReturnType<Caller['get']>) => {
    sent[kind] = (sent[kind] ?? 0) + 1;
    try {
      const answer = await request();
      if (answer.status < 300) return answer.body.data;
      lost.push(`${kind}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    } catch (error) {
      lost.push(`${kind}: ${String((error as Error).cause ?? error)}`);
    }
    return null;
  };
  const prepared = await Promise.all(
    Array.from({ length: LANES }, async (_, index) => {
      const session = await newSession(agent);
      sessions.push(session);
      const { approvalId } = index % 4 === 0 ? await gated(agent, session) : { approvalId: null };
      return { index, actions: `/sessions/${session}/actions`, approvalId };
    }),
  );
  const lane = async ({ index, actions, approvalId }: (typeof prepared)[number]) => {
    while (!isOver) {
      const asked = await send('ask', () => agent.post(actions, call()));
      if (asked) await send('confirm', () => agent.patch(`${actions}/${asked.id}`, { status: 'SUCCESS' }));
      if (approvalId) await send('poll', () => operator.get(`/approvals/${approvalId}?wait=3`));
      if (index % 8 === 1) await send('performed', () => agent.post(`${actions}?wait=10`, performed(++numbers)));
    }
  };
  const lanes = Promise.all(prepared.map(lane));
  const stop = async () => {
    isOver = true;
    await lanes;
  };
  return { lost, sent, sessions, stop };
}
