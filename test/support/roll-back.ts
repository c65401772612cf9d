import type { RollbackReport, Session } from '@backstop/sdk';
import { eventually } from './patience.mjs';

const goesOn = ({ displayStatus }: RollbackReport) => displayStatus === 'ROLLING_BACK';

/** Rolls a session back, and returns the report at the end: on a busy machine it may go on after the answer. */
export async function rollBack(session: Pick<Session, 'rollback' | 'readRollback'>): Promise<RollbackReport> {
  const answer = await session.rollback();
  if (!goesOn(answer)) return answer;
  return eventually(
    () => session.readRollback<RollbackReport>(),
    (report) => !goesOn(report),
  );
}
