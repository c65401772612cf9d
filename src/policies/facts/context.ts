import { compileTest } from '../comparison.js';
import type { ContextName } from '../condition.js';
import type { Comparison, PolicySubject } from '../policy.js';
import type { Budget } from './budget.js';
import { compileFact } from './compare.js';

/** Compiles a comparison of the time of a call, or of what its session did before it. */
export function compileContext(
  comparison: Comparison,
  name: ContextName,
  restricts: boolean,
): (subject: PolicySubject, budget: Budget) => boolean {
  switch (name) {
    case 'session.did': {
      const holds = compileFact(comparison, restricts, compileTest);
      return ({ session }, budget) =>
        holds(session === null ? 'unknown' : session.did.map((apiName) => ({ readings: [apiName] })), budget);
    }
    case 'session.calls': {
      const holds = compileTest(comparison, restricts);
      return ({ session }, budget) => (session === null ? restricts : holds(session.calls, budget));
    }
    default: {
      const holds = compileTest(comparison, restricts);
      const read = clockIn(comparison.timeZone ?? 'UTC')[name];
      return ({ at }, budget) => holds(read(at), budget);
    }
  }
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function clockIn(timeZone: string): Record<'time.hour' | 'time.weekday', (at: Date) => number> {
  const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' });
  return {
    'time.hour': (at) => Number(hour.format(at)),
    'time.weekday': (at) => WEEKDAYS.indexOf(weekday.format(at)) + 1,
  };
}
