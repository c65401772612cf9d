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
type Deed = 'x' | 'y' | 'a' | 'make' | 'remove' | 'sum' | 'orphan' | 'swap';
type Meddling = 'set' | 'setOther' | 'put back' | 'drop' | 'add' | 'same' | 'again';

export interface Call {
  readonly deed: Deed;
  readonly report: Report;
  /** True if the request reached the provider. */
  readonly isMade: boolean;
}

/** The actions of an agent and of another client on one thing. */
export interface Plot {
  readonly calls: readonly Call[];
  readonly meddling: Meddling | null;
  /**
   * The time of the other client's action: between the calls, before the first rollback, while it runs, or between the
   * first and the second.
   */
  readonly meddlesIn: 'calls' | 'first' | 'during' | 'second';
}

const PLOTS: readonly (readonly Deed[])[] = [
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

/** Draws a plot that the subject can play. The turn chooses its deeds, so that each of them happens. */
export function plotOf(random: Random, place: Place, subject: Subject, turn: number): Plot {
  const lacks = lacksOf(place);
  const has = (need: Need) => !(need in lacks);
  const isPlayable = (deeds: readonly Deed[]) =>
    (!deeds.includes('make') || has('absent')) &&
    (!deeds.includes('sum') || subject.newCounter !== undefined) &&
    (!deeds.includes('orphan') || subject.newParent !== undefined) &&
    (!deeds.includes('swap') || subject.newSwap !== undefined) &&
    (!deeds.includes('remove') || has(deeds.includes('make') ? 'removeMade' : 'remove'));
  const playable = PLOTS.filter(isPlayable);
  const deeds = playable[turn % playable.length] as readonly Deed[];
  const calls: Call[] = deeds.includes('swap') ? swapOf(random, deeds) : [];
  for (const deed of calls.length > 0 ? [] : deeds) {
    // A session in which all calls were refused cannot be rolled back.
    const refused: Report[] = calls[0]?.report === 'SUCCESS' ? ['REFUSED'] : [];
    const report = random.pick<Report>(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'UNKNOWN', null, ...refused]);
    // A thing that is not made cannot be removed, and a value that was not changed is not changed back.
    const isNeeded = deed === 'make' || deed === 'orphan' || (deed === 'x' && deeds.includes('a'));
    const isMade = random.chance(0.6) || report === 'SUCCESS' || (isNeeded && deeds.length > 1);
    calls.push({ deed, report, isMade: report !== 'REFUSED' && (isMade || deed === 'orphan') });
  }
  const possible = meddlings(calls, has, subject);
  const meddling = random.chance(0.4) && possible.length > 0 ? random.pick(possible) : null;
  const isBetweenCalls = ['set', 'same'].includes(meddling ?? '') && deeds.includes('y');
  const moments: Plot['meddlesIn'][] = ['first', 'second'];
  if (isBetweenCalls) moments.push('calls');
  if (place.isConditional) moments.push('during', 'during');
  // After the first rollback there may be nothing of the call any more.
  return { calls, meddling, meddlesIn: meddling === 'again' ? 'first' : random.pick(moments) };
}

/** The calls of one transaction end in the same way. */
function swapOf(random: Random, deeds: readonly Deed[]): Call[] {
  const [report, isMade] = random.pick<readonly [Report, boolean]>([
    ['SUCCESS', true],
    ['SUCCESS', true],
    ['UNKNOWN', true],
    [null, true],
    [null, false],
    ['UNKNOWN', false],
  ]);
  return deeds.map((deed) => ({ deed, report, isMade }));
}

/** Returns actions of another client that differ from everything the agent did, or may have done. */
function meddlings(calls: readonly Call[], has: (need: Need) => boolean, { mayPutAgain }: Subject): Meddling[] {
  const deeds = calls.map(({ deed }) => deed);
  const isAllMade = calls.every(({ isMade }) => isMade);
  const isLastUnmade = calls.at(-1)?.isMade === false && calls.slice(0, -1).every(({ isMade }) => isMade);
  // A person makes the change that the agent asked for and never sent.
  const same: Meddling[] = isLastUnmade ? ['same'] : [];
  if (deeds.includes('orphan')) return [];
  // `leaning-calls.spec` has what another client changes there: each call is then undone or left by itself.
  if (deeds.includes('swap')) return [];
  if (calls.length === 1 && !isAllMade) return same;
  if (deeds.includes('sum')) return ['set', ...same];
  if (deeds.includes('make')) return deeds.includes('remove') || !isAllMade ? [] : ['add'];
  // Something else where it was; a removal that was not made leaves it as it is.
  if (deeds.includes('remove')) return isAllMade ? ['set'] : same;
  const found: Meddling[] = ['set', ...same];
  if (has('setOther')) found.push('setOther');
  if (has('drop')) found.push('drop');
  if (!deeds.includes('a')) found.push('put back');
  if (mayPutAgain && isAllMade && calls.every(({ report }) => report === 'SUCCESS')) found.push('again');
  return found;
}

const OF_ANOTHER = 'of another client';
const ADDED = '5';
const NUMBER_OF_ANOTHER = '1000';

/** A call of a strand, once it was asked for. */
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
export class Strand {
  readonly played: Played[] = [];
  /** Ids of actions whose undo was reported, and confirmed at the provider. */
  readonly undone = new Set<string>();
  private readonly timeline: unknown[] = [];
  /** No undo may lead to a state before this index: another client has changed the thing since. */
  private floor = 0;
  private response: Json = null;
  private hasMeddled = false;

  private constructor(
    readonly plot: Plot,
    private readonly subject: Subject,
    private readonly thing: Thing | null,
    private readonly absent: Absent | null,
    private readonly parent: Parent | null,
    private readonly swap: Swap | null,
  ) {}

  static async begin(subject: Subject, plot: Plot): Promise<Strand> {
    const has = (wanted: Deed) => plot.calls.some(({ deed }) => deed === wanted);
    const newThing = has('sum') ? given(subject.newCounter) : subject.newThing;
    const isNew = has('make');
    const isParent = has('orphan');
    const isSwap = has('swap');
    const strand = new Strand(
      plot,
      subject,
      isNew || isParent || isSwap ? null : await newThing(),
      isNew ? await given(subject.newAbsent)() : null,
      isParent ? await given(subject.newParent)() : null,
      isSwap ? await given(subject.newSwap)() : null,
    );
    strand.timeline.push(await strand.state());
    return strand;
  }

  state(): Promise<unknown> {
    return given(this.thing ?? this.absent ?? this.parent ?? this.swap).state();
  }

  /** The next call. Answers false when there is none. */
  async play(governed: Governed, together: GovernedTogether): Promise<boolean> {
    const call = this.plot.calls[this.played.length];
    if (!call) return false;
    if (this.swap) {
      const ids = await together(this.swap, call);
      if (call.isMade) this.timeline.push(await this.state());
      this.played.push(...ids.map((actionId) => ({ ...call, actionId, from: 0 })));
      return true;
    }
    if (this.played.length === 1 && this.plot.meddlesIn === 'calls') await this.meddle('calls');
    const trip = this.tripOf(call.deed);
    const from = this.timeline.length - 1;
    const actionId = await governed(trip, call, async () => {
      const before = await this.state();
      await this.parent?.adopt();
      this.response = toJson(await trip.act());
      const after = await this.state();
      if (isDeepStrictEqual(before, after)) throw new Error(`${call.deed} changed nothing`);
      this.timeline.push(after);
      if (this.parent) this.letStay();
      return this.response;
    });
    this.played.push({ ...call, actionId, from });
    return true;
  }

  private tripOf(deed: Deed): Trip {
    if (deed === 'make') return given(this.absent).make();
    if (deed === 'orphan') return given(this.parent).remove();
    if (deed === 'sum') return given(this.thing?.change)(ADDED);
    if (deed !== 'remove') return given(this.thing?.change)(deed);
    return this.absent ? given(this.absent.remove)(this.response) : given(this.thing?.remove)();
  }

  /** Lets another client act at this point, if that is still possible. */
  async meddle(now: Plot['meddlesIn']): Promise<void> {
    const { meddling, meddlesIn } = this.plot;
    if (meddling === null || meddlesIn !== now) return;
    const before = await this.state();
    switch (meddling) {
      case 'setOther':
        this.timeline.splice(0, Number.POSITIVE_INFINITY, ...(await this.statesOfAnother()));
        await given(this.thing?.setOther)(OF_ANOTHER);
        this.hasMeddled = true;
        return;
      case 'add':
        // The other client can only add to a thing that exists.
        if (isDeepStrictEqual(before, this.timeline[0])) return;
        await given(this.absent?.add)(this.response);
        break;
      case 'same':
        await this.tripOf(given(this.plot.calls.at(-1)).deed).act();
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
        await given(this.thing?.again)(given(this.plot.calls.at(-1)).deed);
        return this.letStay();
    }
    this.hasMeddled = true;
    const after = await this.state();
    if (isDeepStrictEqual(before, after)) return;
    this.timeline.push(after);
    this.letStay();
  }

  /** No undo may change what is there now. */
  private letStay(): void {
    this.hasMeddled = true;
    this.floor = this.timeline.length - 1;
  }

  private get valueOfAnother(): string {
    return this.plot.calls.some(({ deed }) => deed === 'sum') ? NUMBER_OF_ANOTHER : OF_ANOTHER;
  }

  /** Computes the thing's state after each call, had another client changed another field of it. */
  private async statesOfAnother(): Promise<unknown[]> {
    const states: unknown[] = [];
    const made = this.played.filter(({ isMade }) => isMade);
    for (let moment = 0; moment <= made.length; moment++) {
      const twin = await this.subject.newThing();
      for (const { deed } of made.slice(0, moment)) await given(twin.change)(deed).act();
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
    const { meddling, meddlesIn } = this.plot;
    // The other client may have acted right after the undo, and what it left is there then.
    const after = meddling && meddlesIn === 'during' && this.floor > 0 ? this.timeline.slice(this.floor) : [];
    return [...this.timeline.slice(0, from + 1), ...after];
  }

  /** The state without any of the calls that were made. */
  get start(): unknown {
    const first = this.played.find(({ isMade }) => isMade);
    return this.timeline[first?.from ?? this.timeline.length - 1];
  }

  /** Another client was not there, or was at another field alone. */
  get isUntouched(): boolean {
    return !this.hasMeddled || this.plot.meddling === 'setOther';
  }

  /** Another client put the value back, which nothing tells from an undo, before there was one. */
  get wasPutBackFirst(): boolean {
    const { meddling, meddlesIn, calls } = this.plot;
    const isPutBack = meddling === 'put back' || (meddling === 'same' && calls.at(-1)?.deed === 'a');
    return this.hasMeddled && isPutBack && meddlesIn === 'first';
  }
}

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null));
