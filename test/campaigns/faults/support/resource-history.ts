import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../../src/connectors/connector.js';
import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import type { Need } from '../../../connectors/subjects/cases.mjs';
import {
  type Absent,
  given,
  type Parent,
  type Subject,
  type Swap,
  type Thing,
} from '../../../connectors/subjects/subject.js';
import type { Random } from '../../../support/random.mjs';
import { lacksOf, type Place } from './places.js';

/**
 * The agent's report of a call; null if it dies before it can report. `REFUSED`: the provider refused it, or its
 * transaction was rolled back.
 */
type Report = 'SUCCESS' | 'UNKNOWN' | 'REFUSED' | null;
/**
 * A change is named by the value that it gives; a thing has the value `a` before. `sum`: it adds to a number. `orphan`:
 * it deletes a thing that another client lets something point at between the capture and the call. `swap`: one of three
 * calls of a transaction, none of which can be undone alone.
 */
type Step = 'x' | 'y' | 'a' | 'make' | 'remove' | 'sum' | 'orphan' | 'swap';
type OtherChange = 'set' | 'setOther' | 'put back' | 'drop' | 'add' | 'same' | 'again';

export interface Call {
  readonly step: Step;
  readonly report: Report;
  /** True if the request reached the provider. */
  readonly isMade: boolean;
}

/** The actions of an agent and of another client on one thing. */
export interface Scenario {
  readonly calls: readonly Call[];
  readonly otherChange: OtherChange | null;
  /**
   * The time of the other client's action: between the calls, before the first rollback, while it runs, or between the
   * first and the second.
   */
  readonly otherChangeAt: 'calls' | 'first' | 'during' | 'second';
}

const SCENARIOS: readonly (readonly Step[])[] = [
  ['x'],
  ['x', 'y'],
  ['x', 'a'],
  ['remove'],
  ['x', 'remove'],
  ['make'],
  ['make', 'remove'],
  ['sum'],
  ['sum', 'sum'],
  ['orphan'],
  ['swap', 'swap', 'swap'],
];

/** Draws a scenario that the subject can play. The turn chooses its steps, so that each of them happens. */
export function drawScenario(random: Random, place: Place, subject: Subject, turn: number): Scenario {
  const lacks = lacksOf(place);
  const has = (need: Need) => !(need in lacks);
  const isPlayable = (steps: readonly Step[]) =>
    (!steps.includes('make') || has('absent')) &&
    (!steps.includes('sum') || subject.newCounter !== undefined) &&
    (!steps.includes('orphan') || subject.newParent !== undefined) &&
    (!steps.includes('swap') || subject.newSwap !== undefined) &&
    (!steps.includes('remove') || has(steps.includes('make') ? 'removeMade' : 'remove'));
  const playable = SCENARIOS.filter(isPlayable);
  const steps = playable[turn % playable.length] as readonly Step[];
  const calls: Call[] = steps.includes('swap') ? swapOf(random, steps) : [];
  for (const step of calls.length > 0 ? [] : steps) {
    // A session in which all calls were refused cannot be rolled back.
    const refused: Report[] = calls[0]?.report === 'SUCCESS' ? ['REFUSED'] : [];
    const report = random.pick<Report>(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'UNKNOWN', null, ...refused]);
    // A thing that is not made cannot be removed, and a value that was not changed is not changed back.
    const isNeeded = step === 'make' || step === 'orphan' || (step === 'x' && steps.includes('a'));
    const isMade = random.chance(0.6) || report === 'SUCCESS' || (isNeeded && steps.length > 1);
    calls.push({ step, report, isMade: report !== 'REFUSED' && (isMade || step === 'orphan') });
  }
  const possible = otherChanges(calls, has, subject);
  const otherChange = random.chance(0.4) && possible.length > 0 ? random.pick(possible) : null;
  const isBetweenCalls = ['set', 'same'].includes(otherChange ?? '') && steps.includes('y');
  const moments: Scenario['otherChangeAt'][] = ['first', 'second'];
  if (isBetweenCalls) moments.push('calls');
  if (place.isConditional) moments.push('during', 'during');
  // After the first rollback there may be nothing of the call any more.
  return { calls, otherChange, otherChangeAt: otherChange === 'again' ? 'first' : random.pick(moments) };
}

/** The calls of one transaction end in the same way. */
function swapOf(random: Random, steps: readonly Step[]): Call[] {
  const [report, isMade] = random.pick<readonly [Report, boolean]>([
    ['SUCCESS', true],
    ['SUCCESS', true],
    ['UNKNOWN', true],
    [null, true],
    [null, false],
    ['UNKNOWN', false],
  ]);
  return steps.map((step) => ({ step, report, isMade }));
}

/** Returns actions of another client that differ from everything the agent did, or may have done. */
function otherChanges(calls: readonly Call[], has: (need: Need) => boolean, { mayPutAgain }: Subject): OtherChange[] {
  const steps = calls.map(({ step }) => step);
  const isAllMade = calls.every(({ isMade }) => isMade);
  const isLastUnmade = calls.at(-1)?.isMade === false && calls.slice(0, -1).every(({ isMade }) => isMade);
  // A person makes the change that the agent asked for and never sent.
  const same: OtherChange[] = isLastUnmade ? ['same'] : [];
  if (steps.includes('orphan')) return [];
  // `dependent-calls.spec` has what another client changes there: each call is then undone or left by itself.
  if (steps.includes('swap')) return [];
  if (calls.length === 1 && !isAllMade) return same;
  if (steps.includes('sum')) return ['set', ...same];
  if (steps.includes('make')) return steps.includes('remove') || !isAllMade ? [] : ['add'];
  // Something else where it was; a removal that was not made leaves it as it is.
  if (steps.includes('remove')) return isAllMade ? ['set'] : same;
  const found: OtherChange[] = ['set', ...same];
  if (has('setOther')) found.push('setOther');
  if (has('drop')) found.push('drop');
  if (!steps.includes('a')) found.push('put back');
  if (mayPutAgain && isAllMade && calls.every(({ report }) => report === 'SUCCESS')) found.push('again');
  return found;
}

const OF_ANOTHER = 'of another client';
const ADDED = '5';
const NUMBER_OF_ANOTHER = '1000';

/** A call of a history, once it was asked for. */
export interface Played extends Call {
  readonly actionId: string;
  /** The moment before it, in the timeline. */
  readonly from: number;
}

/** Asks the service for a call, and reports its outcome; returns the action's id. */
export type Governed = (trip: Trip, call: Call, act: () => Promise<Json>) => Promise<string>;

/** The same of the calls of one transaction; returns the ids of their actions. */
export type GovernedTogether = (swap: Swap, call: Call) => Promise<readonly string[]>;

/** One thing at a provider, with all the states that the undone calls allow, the oldest first. */
export class ResourceHistory {
  readonly played: Played[] = [];
  /** Ids of actions whose undo was reported, and confirmed at the provider. */
  readonly undone = new Set<string>();
  private readonly timeline: unknown[] = [];
  /** No undo may lead to a state before this index: another client has changed the thing since. */
  private floor = 0;
  private response: Json = null;
  private hasOtherChange = false;

  private constructor(
    readonly scenario: Scenario,
    private readonly subject: Subject,
    private readonly thing: Thing | null,
    private readonly absent: Absent | null,
    private readonly parent: Parent | null,
    private readonly swap: Swap | null,
  ) {}

  static async begin(subject: Subject, scenario: Scenario): Promise<ResourceHistory> {
    const has = (wanted: Step) => scenario.calls.some(({ step }) => step === wanted);
    const newThing = has('sum') ? given(subject.newCounter) : subject.newThing;
    const isNew = has('make');
    const isParent = has('orphan');
    const isSwap = has('swap');
    const history = new ResourceHistory(
      scenario,
      subject,
      isNew || isParent || isSwap ? null : await newThing(),
      isNew ? await given(subject.newAbsent)() : null,
      isParent ? await given(subject.newParent)() : null,
      isSwap ? await given(subject.newSwap)() : null,
    );
    history.timeline.push(await history.state());
    return history;
  }

  state(): Promise<unknown> {
    return given(this.thing ?? this.absent ?? this.parent ?? this.swap).state();
  }

  /** The next call. Answers false when there is none. */
  async play(governed: Governed, together: GovernedTogether): Promise<boolean> {
    const call = this.scenario.calls[this.played.length];
    if (!call) return false;
    if (this.swap) {
      const ids = await together(this.swap, call);
      if (call.isMade) this.timeline.push(await this.state());
      this.played.push(...ids.map((actionId) => ({ ...call, actionId, from: 0 })));
      return true;
    }
    if (this.played.length === 1 && this.scenario.otherChangeAt === 'calls') await this.applyOtherChange('calls');
    const trip = this.tripOf(call.step);
    const from = this.timeline.length - 1;
    const actionId = await governed(trip, call, async () => {
      const before = await this.state();
      await this.parent?.adopt();
      this.response = toJson(await trip.act());
      const after = await this.state();
      if (isDeepStrictEqual(before, after)) throw new Error(`${call.step} changed nothing`);
      this.timeline.push(after);
      if (this.parent) this.letStay();
      return this.response;
    });
    this.played.push({ ...call, actionId, from });
    return true;
  }

  private tripOf(step: Step): Trip {
    if (step === 'make') return given(this.absent).make();
    if (step === 'orphan') return given(this.parent).remove();
    if (step === 'sum') return given(this.thing?.change)(ADDED);
    if (step !== 'remove') return given(this.thing?.change)(step);
    return this.absent ? given(this.absent.remove)(this.response) : given(this.thing?.remove)();
  }

  /** Lets another client act at this point, if that is still possible. */
  async applyOtherChange(now: Scenario['otherChangeAt']): Promise<void> {
    const { otherChange, otherChangeAt } = this.scenario;
    if (otherChange === null || otherChangeAt !== now) return;
    const before = await this.state();
    switch (otherChange) {
      case 'setOther':
        this.timeline.splice(0, Number.POSITIVE_INFINITY, ...(await this.statesOfAnother()));
        await given(this.thing?.setOther)(OF_ANOTHER);
        this.hasOtherChange = true;
        return;
      case 'add':
        // The other client can only add to a thing that exists.
        if (isDeepStrictEqual(before, this.timeline[0])) return;
        await given(this.absent?.add)(this.response);
        break;
      case 'same':
        await this.tripOf(given(this.scenario.calls.at(-1)).step).act();
        break;
      case 'drop':
        await given(this.thing?.drop)();
        break;
      case 'put back':
        await given(this.thing?.set)('a');
        break;
      case 'set':
        // If the thing is gone, most providers refuse the change, and others create the thing.
        await given(this.thing?.set)(this.valueOfAnother).catch(() => undefined);
        break;
      case 'again':
        await given(this.thing?.again)(given(this.scenario.calls.at(-1)).step);
        return this.letStay();
    }
    this.hasOtherChange = true;
    const after = await this.state();
    if (isDeepStrictEqual(before, after)) return;
    this.timeline.push(after);
    this.letStay();
  }

  /** No undo may change what is there now. */
  private letStay(): void {
    this.hasOtherChange = true;
    this.floor = this.timeline.length - 1;
  }

  private get valueOfAnother(): string {
    return this.scenario.calls.some(({ step }) => step === 'sum') ? NUMBER_OF_ANOTHER : OF_ANOTHER;
  }

  /** Computes the thing's state after each call, had another client changed another field of it. */
  private async statesOfAnother(): Promise<unknown[]> {
    const states: unknown[] = [];
    const made = this.played.filter(({ isMade }) => isMade);
    for (let moment = 0; moment <= made.length; moment++) {
      const twin = await this.subject.newThing();
      for (const { step } of made.slice(0, moment)) await given(twin.change)(step).act();
      await given(twin.setOther)(OF_ANOTHER);
      states.push(await twin.state());
    }
    return states;
  }

  /** The states in which the thing may be. */
  get possible(): readonly unknown[] {
    return this.timeline.slice(this.floor);
  }

  /** The states in which it may be once this call is undone. */
  before({ from }: Played): readonly unknown[] {
    const { otherChange, otherChangeAt } = this.scenario;
    // The other client may have acted right after the undo, and what it left is there then.
    const after = otherChange && otherChangeAt === 'during' && this.floor > 0 ? this.timeline.slice(this.floor) : [];
    return [...this.timeline.slice(0, from + 1), ...after];
  }

  /** The state without any of the calls that were made. */
  get start(): unknown {
    const first = this.played.find(({ isMade }) => isMade);
    return this.timeline[first?.from ?? this.timeline.length - 1];
  }

  /** Another client was not there, or was at another field alone. */
  get isUntouched(): boolean {
    return !this.hasOtherChange || this.scenario.otherChange === 'setOther';
  }

  /** Another client put the value back, which nothing tells from an undo, before there was one. */
  get wasPutBackFirst(): boolean {
    const { otherChange, otherChangeAt, calls } = this.scenario;
    const isPutBack = otherChange === 'put back' || (otherChange === 'same' && calls.at(-1)?.step === 'a');
    return this.hasOtherChange && isPutBack && otherChangeAt === 'first';
  }
}

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null));
