import { Captured } from '../../captured.js';
import {
  type ConnectorContext,
  type ItemReport,
  type Json,
  type JsonObject,
  ProviderUnavailableError,
  type Trace,
  type UndoMemory,
} from '../../connector.js';
import { UNPROVED as AS_IF_LEFT } from '../../proof/proof.js';
import type { Recorded, Touched } from '../items.js';
import { ask, read } from '../read.js';
import { PRECISION_MS, type ProviderClock } from '../requests/clock.js';
import {
  type Address,
  type Inverse,
  NotCapturable,
  type Reading,
  type ResourceOperation,
  type ResourceProvider,
} from '../resource.js';
import { ChangesSince } from './changes-since.js';
import { duplicatesOf, SKEW_MS } from './duplicates.js';
import { isEmptyValue } from './equivalent.js';
import {
  changedLater,
  fieldReports,
  inConflict,
  leftOut,
  overtaken,
  overtakenReason,
  unchangedAbsence,
  unchangedFields,
} from './field-reports.js';
import { type ReplacedItem, toReplacedContent } from './kept.js';
import { valuesOf } from './plan.js';
import { EarlierResultUnknown, recreate } from './recreate.js';
import { isSubtracted, lessOf, subtracted, tracesOf } from './subtract.js';
import { compare, compareCreation, type FieldVerdict, holds, without } from './three-way.js';

/** It was written, and yet reads back otherwise. */
export class NotRestored extends Error {}

/** A resource together with its present address, which an earlier undo may have changed. */
interface Located extends Omit<Touched, 'captured'> {
  readonly formerly: Address;
}

/** The known facts of the call. */
interface Call {
  readonly payload: JsonObject;
  readonly response: Json | undefined;
  readonly record: Pick<Recorded, 'takenAt' | 'there' | 'place' | 'identities'>;
  /** The time at which it was answered; null when that is not known. */
  readonly answeredAt: number | null;
  readonly clock: ProviderClock;
  /** Reasons for conflicts that are not changes since the call; filled here. */
  readonly reasons: Map<string, string>;
  /** Resources that the call left unchanged; filled here. */
  readonly unchanged: Set<string>;
}

/** Undoes what one call did to one resource after the other. @throws NotRestored, EarlierResultUnknown, NotCapturable, and what `ask` throws */
export class ResourceUndo<C> {
  private readonly changes: ChangesSince<C>;

  constructor(
    private readonly provider: ResourceProvider<C>,
    private readonly operation: ResourceOperation<C>,
    private readonly client: C,
    private readonly onConflict: 'skip' | 'force',
    private readonly call: Call,
    private readonly context: ConnectorContext & { readonly memory: UndoMemory; readonly counters?: readonly string[] },
  ) {
    this.changes = new ChangesSince(provider, operation, client, call, context.memory);
  }

  async undo(touched: Touched): Promise<ItemReport> {
    const { kind } = this.operation;
    const address = (await this.context.memory.whereIs(kind.name, touched.address)) as Address;
    const now = await read(this.provider, kind, this.client, address);
    const found = { ...touched, address, formerly: touched.address };
    const since = await this.changes.since(found, now);
    if (since === 'unclear' && this.onConflict === 'skip' && this.isAsLeft(touched, now))
      throw new EarlierResultUnknown(AS_IF_LEFT);
    const item =
      since !== 'unclear' && since.length > 0 ? { ...found, overtaking: changedLater(touched, since) } : found;
    const { captured: before } = touched;
    if (touched.isLeftOut && this.isAsBefore(touched, now)) return this.unchanged(item, [leftOut(kind.name, now)]);
    if (item.before === null || before === null)
      return item.after === null
        ? this.unchanged(item, [unchangedAbsence(kind.name, now)])
        : this.undoCreation(item, item.after, now);
    return item.after === null ? this.undoDeletion(item, before, now) : this.undoChange(item, before, item.after, now);
  }

  private async undoCreation(item: Located, after: JsonObject, now: Reading | null): Promise<ItemReport> {
    const { kind, ends } = this.operation;
    if (await this.isRenamed(item, after, now))
      return this.report(item, compare(null, after, null).map(inConflict), 'conflict');
    const another = now && (await this.anotherThan(after, now));
    if (another) return this.report(item, [another], 'conflict');
    if (now === null || (ends && holds(now.fields, ends))) {
      await this.noteEarlierTry(item, now);
      return this.report(item, compare(null, after, now?.fields ?? null), 'already-restored');
    }
    const createdAt = kind.createdAt?.(now.fields) ?? null;
    const { clock, record } = this.call;
    if (createdAt !== null && clock.ours(createdAt) < record.takenAt - PRECISION_MS)
      throw new NotCapturable(`${kind.label(item.address)} was there before the call`);
    const others = await this.othersIn(item, now);
    const own = kind.identity ? [kind.identity] : [];
    // An ended resource keeps the contents of other clients; a removed one takes them along.
    const seen = ends
      ? without(
          now.fields,
          kind.lasting?.filter((field) => !(field in after)),
        )
      : now.fields;
    const compared = overtaken(item, compareCreation(without(after, own), seen, others, kind.volatile));
    const fields = this.subtracted(item, compared);
    if (fields.some(isSubtracted)) return this.undoSums(item, after, now);
    const isForced = fields.some(({ verdict }) => verdict !== 'restore');
    const isKnown = item.isCaptured || (createdAt !== null && this.isCreatedSince(item, clock.ours(createdAt)));
    if (isForced && (this.onConflict === 'skip' || !isKnown)) return this.report(item, fields, 'conflict');
    if (this.onConflict === 'skip' && !(isKnown || (await this.isNew(item))))
      return this.report(item, fields.map(inConflict), 'conflict', UNPROVED);
    const replaced = ends ? this.writable(now, Object.keys(ends)) : now;
    const left = ends ? this.own(now, ends) : null;
    await this.note(item, { address: item.address, before: replaced, after: left });
    await this.run(ends ? kind.write : kind.remove, item, Captured.fixed(ends ?? {}), now);
    const found = await this.readBack(item);
    if (ends ? !(found && holds(found.fields, ends)) : found !== null) throw this.notRestored(item);
    await this.keep(item, { address: item.address, before: replaced, after: left });
    return this.report(item, fields, isForced ? 'forced' : 'restored');
  }

  private async undoDeletion(item: Located, before: Captured<JsonObject>, now: Reading | null): Promise<ItemReport> {
    const { kind } = this.operation;
    const wanted = without(before.value, kind.volatile);
    const fields = compare(wanted, null, now?.fields ?? null);
    if (now) {
      await this.noteEarlierTry(item, now);
      // Another client made it anew: nothing of theirs is overwritten, and nothing is missing.
      return this.report(item, fields, holds(now.fields, wanted) ? 'already-restored' : 'conflict');
    }
    const lost = await this.lostBetween(item, before.value);
    const isForced = item.overtaking.fields.length > 0 || lost !== null;
    if (isForced && this.onConflict === 'skip')
      return this.report(item, lost === null ? overtaken(item, fields) : fields.map(inConflict), 'conflict', lost);
    const { address, isNew } = await this.recreate(item, before);
    const left = await this.readBack({ ...item, address });
    if (!left || !holds(left.fields, wanted)) throw this.notRestored(item);
    await this.noteIdentity(before.value, left);
    if (isNew) await this.keep(item, { address, before: null, after: this.lasting(left.fields) });
    return this.report({ ...item, address }, fields, isNew ? (isForced ? 'forced' : 'restored') : 'already-restored');
  }

  private async lostBetween({ address, isCaptured }: Located, before: JsonObject): Promise<string | null> {
    const { lostBetween } = this.operation.kind;
    if (!lostBetween || !isCaptured) return null;
    const { clock, record } = this.call;
    const since = clock.theirs(record.takenAt) - PRECISION_MS;
    return (await ask(this.provider, () => lostBetween(this.client, address, before, since))) ?? null;
  }

  private async recreate(item: Located, before: Captured<JsonObject>): Promise<{ address: Address; isNew: boolean }> {
    const { kind } = this.operation;
    const make = async () => (await this.run(kind.recreate, item, before, null)) ?? item.address;
    if (!kind.find && !kind.recreate?.isBlind) {
      await this.note(item);
      return { address: await make(), isNew: true };
    }
    const fields = before.value;
    const lost = {
      ...{
        kind: kind.name,
        address: item.address,
        resource: kind.label(item.formerly),
        duplicates: item.duplicates,
        make,
      },
      isRepeatable: kind.recreate?.isRepeatable ?? false,
      canFind: kind.find !== undefined,
      find: () =>
        duplicatesOf(this.provider, kind, this.client, {
          address: item.address,
          fields,
          takenAt: this.call.record.takenAt,
        }),
    };
    return recreate(lost, this.context.memory, this.context);
  }

  private async undoChange(
    item: Located,
    before: Captured<JsonObject>,
    after: JsonObject,
    now: Reading | null,
  ): Promise<ItemReport> {
    const { kind } = this.operation;
    const compared = this.subtracted(item, overtaken(item, compare(before.value, after, now?.fields ?? null)));
    const uses = await this.usesSince(item, compared, now);
    const fields = uses.length > 0 ? compared.map((one) => (this.isOfEnd(one) ? inConflict(one) : one)) : compared;
    const another = now && (await this.anotherThan(before.value, now));
    if (now === null || another)
      return this.report(item, [...(another ? [another] : []), ...fields.map(inConflict)], 'conflict');
    const wanted = fields.filter(
      ({ verdict }) => verdict === 'restore' || (verdict === 'conflict' && this.onConflict === 'force'),
    );
    const isConflict = fields.some(({ verdict }) => verdict === 'conflict');
    if (wanted.length > 0) {
      const names = wanted.map(({ field }) => field);
      const numbers = lessOf(wanted);
      const values = Captured.lessened(before.only(names), numbers);
      const replaced = this.writable(now, names);
      await this.note(
        item,
        { address: item.address, before: replaced, after: this.own(now, values.value) },
        tracesOf(kind.label(item.formerly), wanted),
      );
      await this.runOnce(item, values, now, tracesOf(kind.label(item.formerly), wanted));
      const left = await this.readBack(item);
      // Another client may have added to a number again; its write was conditional on what was read.
      if (!left || !holds(left.fields, without(values.value, Object.keys(numbers)))) throw this.notRestored(item);
      await this.keep(item, { address: item.address, before: replaced, after: this.part(left, names).fields });
    }
    if (isConflict)
      return this.report(
        item,
        [...uses, ...fields],
        this.onConflict === 'force' ? 'forced' : 'conflict',
        uses.length > 0 ? IN_USE : null,
      );
    if (fields.length === 0) {
      await this.changes.note(item, now);
      return this.unchanged(item, unchangedFields(item, now.fields));
    }
    if (wanted.length === 0) await this.noteEarlierTry(item, now);
    const isChosen = this.context.subtracts && wanted.some(({ less }) => less !== undefined);
    return this.report(item, fields, isChosen ? 'forced' : wanted.length > 0 ? 'restored' : 'already-restored');
  }

  /** The additions of other clients since the call to a thing that the undo would close, archive or put into the trash. */
  private async usesSince(
    { address, before }: Located,
    fields: readonly FieldVerdict[],
    now: Reading | null,
  ): Promise<FieldVerdict[]> {
    const { end } = this.operation.kind;
    const { answeredAt, clock, record } = this.call;
    const at = answeredAt ?? record.takenAt;
    if (!end || !now || !before || !end.is(before.fields) || end.is(now.fields)) return [];
    if (!fields.some((one) => this.isOfEnd(one))) return [];
    const found = { before: before.marks ?? {}, now: now.marks ?? {}, since: at === 0 ? null : clock.theirs(at) };
    const uses = (await ask(this.provider, () => end.uses(this.client, address, found))) ?? {};
    return Object.entries(uses)
      .filter(([, value]) => !isEmptyValue(value))
      .map(([field, value]) => ({ field, before: null, after: null, now: value, verdict: 'conflict' as const }));
  }

  private isOfEnd({ field, verdict }: FieldVerdict): boolean {
    return verdict === 'restore' && (this.operation.kind.end?.fields.includes(field) ?? false);
  }

  /** A thing that the call made by adding to it, and that other clients have added to since, stays with what they added. */
  private undoSums(item: Located, after: JsonObject, now: Reading): Promise<ItemReport> {
    const key = this.operation.sums?.key(item.address) ?? [];
    return this.undoChange({ ...item, before: { fields: {} } }, Captured.fixed({}), without(after, key), now);
  }

  private subtracted({ address, formerly, isCaptured }: Located, fields: readonly FieldVerdict[]): FieldVerdict[] {
    const { subtracts = false, counters = [], memory } = this.context;
    const { sums, kind } = this.operation;
    if (this.onConflict === 'force' || !isCaptured) return [...fields];
    const earlier = (place: string) => memory.traceOf(place);
    const { payload } = this.call;
    return subtracted(
      fields,
      { address, resource: kind.label(formerly) },
      { sums, payload, isChosen: subtracts, counters, earlier },
    );
  }

  /**
   * Runs the write. A request that the provider refuses because another client was first wrote nothing, so the note of
   * numbers is taken back.
   */
  private async runOnce(item: Located, values: Captured<JsonObject>, now: Reading, traces: readonly Trace[]) {
    try {
      await this.run(this.operation.kind.write, item, values, now);
    } catch (error) {
      const isUnsent = error instanceof ProviderUnavailableError && error.requestState === 'unsent';
      if (isUnsent && traces.length > 0)
        await this.context.memory.note(traces.map(({ resource, sentAt }) => ({ resource, sentAt })));
      throw error;
    }
  }

  private isAsBefore({ before }: Touched, now: Reading | null): boolean {
    if (before === null || now === null) return before === now;
    return holds(now.fields, without(before.fields, this.operation.kind.volatile));
  }

  /** A thing that differs from what the call left is a conflict, whichever client put it. */
  private isAsLeft({ before, after }: Touched, now: Reading | null): boolean {
    const fields = now?.fields ?? null;
    const compared =
      before === null && after !== null
        ? compareCreation(after, fields, {}, this.operation.kind.volatile)
        : compare(before?.fields ?? null, after, fields);
    return !compared.some(({ verdict }) => verdict === 'conflict');
  }

  private async readBack(item: Located): Promise<Reading | null> {
    const left = await read(this.provider, this.operation.kind, this.client, item.address);
    await this.changes.note(item, left);
    return left;
  }

  /** The change of an earlier try, whose answer was lost, is not another client's for the undo of an older call. */
  private async noteEarlierTry(item: Located, now: Reading | null): Promise<void> {
    if (this.context.memory.traceOf(this.operation.kind.label(item.formerly))) await this.changes.note(item, now);
  }

  /** Another resource now has this name: it is never changed, even if an operator forces the undo. */
  private async anotherThan(known: JsonObject, now: Reading): Promise<FieldVerdict | null> {
    const { kind } = this.operation;
    const field = kind.identity ?? '';
    const [was, is] = [known[field] ?? null, now.fields[field] ?? null];
    if (was === null || is === null) return null;
    const { identity } = await this.context.memory.whereIs(identities(kind.name), { identity: was });
    return identity === is ? null : { field, before: was, after: was, now: is, verdict: 'conflict' };
  }

  private async isRenamed({ address }: Located, after: JsonObject, now: Reading | null): Promise<boolean> {
    const { isRenamed, identity = '' } = this.operation.kind;
    const known = after[identity] ?? null;
    if (now !== null || known === null || !isRenamed) return false;
    return (await ask(this.provider, () => isRenamed(this.client, address, known))) ?? false;
  }

  /** Notes a resource that was made again under its name, so that older steps take it for the same one. */
  private async noteIdentity(before: JsonObject, left: Reading): Promise<void> {
    const { name, identity = '' } = this.operation.kind;
    const [was, is] = [before[identity] ?? null, left.fields[identity] ?? null];
    if (was === null || is === null || was === is) return;
    await this.context.memory.noteRecreated(identities(name), { identity: was }, { identity: is });
  }

  /** True when a resource that the response alone names was not there before, and the provider lists it now. */
  private async isNew(item: Located): Promise<boolean> {
    const { address, formerly } = item;
    const { listed } = this.operation;
    const { payload, record } = this.call;
    if (!listed || !record.there || !this.namesSomething(item)) return false;
    const now = (await ask(this.provider, () => listed(this.client, payload, record.takenAt - SKEW_MS))) ?? [];
    return isIn(now, address) && !isIn(record.there, formerly);
  }

  /** @param createdAt the creation by our clock, which may be ahead of the provider's by the hidden part of its seconds */
  private isCreatedSince(item: Located, createdAt: number): boolean {
    const { takenAt, there } = this.call.record;
    if (!this.namesSomething(item)) return false;
    return there ? !isIn(there, item.formerly) : createdAt >= takenAt + PRECISION_MS;
  }

  /** A payload without a name fits every resource. */
  private namesSomething({ formerly }: Located): boolean {
    const sets = this.operation.sets?.(this.call.payload, formerly, null) ?? {};
    return !Object.values(sets).every(isEmptyValue);
  }

  private async othersIn(item: Located, now: Reading): Promise<JsonObject> {
    const { others } = this.operation.kind;
    if (typeof others !== 'function') return {};
    return (await ask(this.provider, () => others(this.client, item.address, now))) ?? {};
  }

  /** Stores, before the change, that the effect was seen, with the state that the change replaces. */
  private async note({ formerly }: Located, replaced?: ReplacedItem, numbers: readonly Trace[] = []): Promise<void> {
    const resource = this.operation.kind.label(formerly);
    const traces = [...(this.context.memory.traceOf(resource) ? [] : [{ resource, sentAt: null }]), ...numbers];
    const kept = replaced ? [{ resource, isDone: false, content: this.contentOf(replaced) }] : [];
    if (traces.length > 0 || kept.length > 0) await this.context.memory.note(traces, kept);
  }

  /** It was written and read back. */
  private keep({ formerly }: Located, replaced: ReplacedItem): Promise<void> {
    const resource = this.operation.kind.label(formerly);
    return this.context.memory.note([], [{ resource, isDone: true, content: this.contentOf(replaced) }]);
  }

  private contentOf(item: ReplacedItem): JsonObject {
    const { place, identities } = this.call.record;
    return toReplacedContent({ place, identities, ...item });
  }

  /** Only these fields of the reading, and the one that distinguishes it from another resource at its address. */
  private part(reading: Reading, names: readonly string[]): Reading {
    const { identity } = this.operation.kind;
    const known = identity && identity in reading.fields ? [identity] : [];
    return { ...reading, fields: valuesOf(reading.fields, [...new Set([...names, ...known])]) };
  }

  /** These fields, and those that are not compared but that a writer may need to bring these fields back. */
  private writable(reading: Reading, names: readonly string[]): Reading {
    const { volatile = [] } = this.operation.kind;
    return this.part(reading, [...names, ...volatile.filter((field) => field in reading.fields)]);
  }

  private own(now: Reading, values: JsonObject): JsonObject {
    return { ...this.part(now, []).fields, ...values };
  }

  /** The fields without those that the provider changes by itself. */
  private lasting(fields: JsonObject): JsonObject {
    const { identity, volatile = [] } = this.operation.kind;
    return without(
      fields,
      volatile.filter((field) => field !== identity),
    );
  }

  /** This is the only place that changes the provider's state. The inverse gets neither payload nor response. */
  private async run(inverse: Inverse<C> | undefined, item: Located, fields: Captured<JsonObject>, now: Reading | null) {
    if (!inverse) throw new NotCapturable(`Nothing undoes "${this.operation.apiName}" on what was there.`);
    // The process may have slept through its lease between the read and this call.
    this.context.assertHeld?.();
    const undoing = { before: item.before?.fields ?? null, now, idempotencyKey: this.context.idempotencyKey ?? '' };
    return ask(this.provider, () => inverse.run(this.client, item.address, fields.value, undoing));
  }

  private unchanged(item: Located, fields: readonly FieldVerdict[]): ItemReport {
    this.call.unchanged.add(this.operation.kind.label(item.address));
    return this.report(item, fields, 'already-restored');
  }

  private notRestored({ address }: Located): Error {
    return new NotRestored(`${this.operation.kind.label(address)} was written, and yet reads back otherwise`);
  }

  private report(
    { address, formerly: captured, before, after, overtaking }: Located,
    fields: readonly FieldVerdict[],
    result: ItemReport['result'],
    why: string | null = null,
  ): ItemReport {
    const { kind } = this.operation;
    const [resource, formerly] = [kind.label(address), kind.label(captured)];
    const reason = why ?? overtakenReason(overtaking);
    if (result === 'conflict' && reason) this.call.reasons.set(resource, reason);
    const wholeResult = before === null || after === null ? result : null;
    return {
      ...{ resource, ...(formerly !== resource && { formerly }), result },
      fields: fieldReports(fields, wholeResult, this.onConflict, this.context.subtracts ?? false),
    };
  }
}

/** An agent may write a number as a text. */
const isIn = (all: readonly Address[], wanted: Address) => all.some((one) => textOf(one) === textOf(wanted));
const textOf = (address: Address) =>
  JSON.stringify(
    Object.entries(address)
      .map(([name, value]) => [name, String(value)])
      .sort(),
  );

const identities = (kind: string) => `identity of a ${kind}`;

const IN_USE = 'would be closed, archived or put into the trash although other clients use it since the call';
const UNPROVED = 'is said to be what the call made, and nothing shows that it was not there before';
