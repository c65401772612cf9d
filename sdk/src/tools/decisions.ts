import type { Session } from '../session.js';
import type { ActionRecord } from '../wire/wire.js';

/** The decision of a person about a tool call, in the form that frameworks take. */
export type Decision = { readonly approved: true } | { readonly approved: false; readonly reason: string };

/** Answers what became of tool calls by their id; one that still waits for a person, and one that nothing asked for, is left out. */
export async function decisionsOn(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, Decision>> {
  const decisions = new Map<string, Decision>();
  for (const [id, action] of await session.ofToolCalls(ids)) {
    const decision = decisionOn(action);
    if (decision) decisions.set(id, decision);
  }
  return decisions;
}

function decisionOn({ status, refusal }: ActionRecord): Decision | null {
  if (status === 'PENDING_APPROVAL') return null;
  if (status !== 'REJECTED' && status !== 'BLOCKED') return { approved: true };
  const why = refusal?.reason && refusal.reason !== refusal.code ? `${refusal.code}: ${refusal.reason}` : refusal?.code;
  return {
    approved: false,
    reason: `The call was refused (${why ?? 'rejected'}) and did not run. Do not repeat it unchanged.`,
  };
}
