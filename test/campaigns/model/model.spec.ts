import { isFull, sized } from '../../support/campaign-size.js';
import { rows } from '../../support/ledger.js';
import { patience } from '../../support/patience.mjs';
import fc from '../../support/properties.js';
import { arbitraryOf, walked } from './support/command.js';
import { expectSame } from './support/compare.js';
import * as ledger from './support/ledger-commands.js';
import * as operator from './support/operator-commands.js';
import { type Ground, newGround, Real } from './support/real.js';
import { newState } from './support/state.js';
import * as undo from './support/undo-commands.js';

/** A failure names seed, path and replayPath: as `MODEL_SEED`, `MODEL_PATH` and `MODEL_REPLAY` they walk it again. */
const RUNS = sized({ short: 60, full: 504 });
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
const PATH = process.env.MODEL_PATH;
const REPLAY = process.env.MODEL_REPLAY;
/** Walked at a time; each with a seed of its own. */
const WALKERS = PATH ? 1 : 12;
const LONGEST = 24;

/** The weights with which the commands are drawn. */
const commands = fc.oneof(
  { weight: 12, arbitrary: arbitraryOf(ledger.logKind) },
  { weight: 7, arbitrary: arbitraryOf(ledger.confirmKind) },
  { weight: 8, arbitrary: arbitraryOf(operator.approveKind) },
  { weight: 3, arbitrary: arbitraryOf(ledger.noteKind) },
  { weight: 3, arbitrary: arbitraryOf(ledger.retryKind) },
  { weight: 3, arbitrary: arbitraryOf(ledger.precaptureKind) },
  { weight: 1, arbitrary: arbitraryOf(operator.rejectKind) },
  { weight: 1, arbitrary: arbitraryOf(operator.expireKind) },
  { weight: 1, arbitrary: arbitraryOf(ledger.completeKind) },
  { weight: 1, arbitrary: arbitraryOf(operator.pauseKind) },
  { weight: 4, arbitrary: arbitraryOf(operator.resumeKind) },
  { weight: 2, arbitrary: arbitraryOf(operator.revokeGrantKind) },
  { weight: 1, arbitrary: arbitraryOf(operator.abandonKind) },
  { weight: 2, arbitrary: arbitraryOf(undo.changeKind) },
  { weight: 1, arbitrary: arbitraryOf(undo.rollBackKind) },
  { weight: 1, arbitrary: arbitraryOf(undo.rollBackOneKind) },
);
/** Commands that end a session for good are drawn rarely, because few others would follow. */
const rarely = fc.oneof({ weight: 60, arbitrary: commands }, { weight: 1, arbitrary: arbitraryOf(undo.purgeKind) });

let grounds: Ground[];
beforeAll(async () => {
  grounds = await Promise.all([
    newGround('TEAM', false),
    newGround('TEAM', true),
    newGround('TEAM', false),
    newGround('FREE', false),
  ]);
});
afterAll(async () => {
  await Promise.all([rows.end(), ...grounds.map(({ notes }) => notes?.drop())]);
});

/** The seed of the first walker that failed: it alone continues, to find the shortest sequence that fails. */
let failed: number | null = null;

const walk = (seed: number, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(grounds.length - 1),
      fc.commands([rarely], { maxCommands: LONGEST, size: 'max', ...(REPLAY && { replayPath: REPLAY }) }),
      async (where, sequence) => {
        if (failed !== null && failed !== seed) return;
        const ground = grounds[where] as Ground;
        const [state, real] = [newState(ground.plan, ground.simulated), await Real.begin(ground)];
        try {
          await fc.asyncModelRun(() => ({ model: state, real }), sequence);
          await expectSame(state, real);
        } catch (error) {
          failed ??= seed;
          throw error;
        } finally {
          ground.used += state.used;
        }
      },
    ),
    { seed, numRuns, ...(PATH && { path: PATH }) },
  );

const REACHED = Object.entries({
  log: '201 agent-paused idempotency-conflict plan-required policy-blocked precapture-mismatch session-closed session-rolled-back not-found',
  retry: '201 policy-blocked',
  confirm: '200 illegal-transition',
  note: '201 agent-paused session-closed',
  precapture: '200 agent-paused illegal-transition session-closed',
  approve: '200 already-decided already-run payload-changed',
  reject: '200',
  expire: '200',
  complete: '200 session-not-open',
  pause: '200',
  resume: '200',
  abandon: '200',
  purge: '200 plan-required',
  'roll back': '200 not-rollable not-found',
  'roll back one': '200 not-rollable',
}).flatMap(([kind, answers]) => answers.split(' ').map((answer) => `${kind} ${answer}`));

describe('random sequences of everything that can be done with a session', () => {
  it(
    'are answered, and leave the session, as docs/contract.md says',
    async () => {
      const runs = Math.ceil(RUNS / WALKERS);
      const walks = Array.from({ length: WALKERS }, (_, index) => walk(PATH ? SEED : SEED + index, runs));
      const broken = (await Promise.allSettled(walks)).find(({ status }) => status === 'rejected');
      if (broken) throw (broken as PromiseRejectedResult).reason;
      if (PATH) return;
      // So many sequences leave none of these out by chance; each is walked many times.
      if (isFull) expect(REACHED.filter((name) => !walked.has(name))).toEqual([]);
      for (const { organization, used } of grounds) {
        const { usage } = (await organization.operator.get('/me')).body.data;
        expect(usage.actions).toBe(used);
      }
    },
    patience(120_000),
  );
});
