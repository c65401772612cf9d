import fc from 'fast-check';
import { rows } from '../support/ledger.js';
import { arbitraryOf, walked } from '../support/model/command.js';
import { expectSame } from '../support/model/compare.js';
import * as ledger from '../support/model/ledger-commands.js';
import * as operator from '../support/model/operator-commands.js';
import { type Ground, newGround, Real } from '../support/model/real.js';
import { newState } from '../support/model/state.js';

/** `MODEL_RUNS` sequences; a failure names its seed and path: `MODEL_SEED=… MODEL_PATH=… jest test/e2e/model` walks it again. */
const RUNS = Number(process.env.MODEL_RUNS ?? 600);
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
const PATH = process.env.MODEL_PATH;
/** Walked at a time; each with a seed of its own. */
const WALKERS = PATH ? 1 : 12;
const LONGEST = 24;

const often = <T>(times: number, arbitrary: T): T[] => Array(times).fill(arbitrary);
const commands = [
  ...often(6, arbitraryOf(ledger.logKind)),
  ...often(4, arbitraryOf(ledger.confirmKind)),
  ...often(3, arbitraryOf(operator.approveKind)),
  ...often(2, arbitraryOf(ledger.noteKind)),
  ...often(2, arbitraryOf(ledger.retryKind)),
  ...often(2, arbitraryOf(ledger.precaptureKind)),
  arbitraryOf(operator.rejectKind),
  arbitraryOf(operator.expireKind),
  arbitraryOf(ledger.completeKind),
  arbitraryOf(operator.pauseKind),
  ...often(2, arbitraryOf(operator.resumeKind)),
  arbitraryOf(operator.revokeGrantKind),
  arbitraryOf(operator.abandonKind),
  arbitraryOf(operator.changeKind),
  arbitraryOf(operator.rollBackKind),
  arbitraryOf(operator.rollBackOneKind),
];
/** What ends a session for good is walked rarely, or little else would be. */
const rarely = fc.oneof(
  { weight: 60, arbitrary: fc.oneof(...commands) },
  { weight: 1, arbitrary: arbitraryOf(operator.purgeKind) },
);

let grounds: Ground[];
beforeAll(async () => {
  grounds = await Promise.all([
    newGround('TEAM', false),
    newGround('TEAM', true),
    newGround('TEAM', false),
    newGround('FREE', false),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all([rows.end(), ...grounds.map(({ notes }) => notes?.drop())]);
});

const walk = (seed: number, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(grounds.length - 1),
      fc.commands([rarely], { maxCommands: LONGEST, size: 'max', replayPath: process.env.MODEL_REPLAY ?? '' }),
      async (where, sequence) => {
        const ground = grounds[where] as Ground;
        const [state, real] = [newState(ground.plan, ground.simulated), await Real.begin(ground)];
        await fc.asyncModelRun(() => ({ model: state, real }), sequence);
        ground.used += state.used;
        await expectSame(state, real);
      },
    ),
    { seed, numRuns, ...(PATH && { path: PATH }), endOnFailure: process.env.CI !== undefined, verbose: 1 },
  );

describe('random sequences of everything that can be done with a session', () => {
  it('are answered, and leave the session, as the contract says', async () => {
    const runs = Math.ceil(RUNS / WALKERS);
    const walks = Array.from({ length: WALKERS }, (_, index) => walk(PATH ? SEED : SEED + index, runs));
    const failed = (await Promise.allSettled(walks)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    console.log(
      [...walked]
        .sort()
        .map(([name, times]) => `${name}: ${times}`)
        .join('\n'),
    );
  }, 600_000);
});
