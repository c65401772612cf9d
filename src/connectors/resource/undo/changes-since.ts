import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject, UndoMemory } from '../../connector.js';
import type { Touched } from '../items.js';
import { ask } from '../read.js';
import { PRECISION_MS, type ProviderClock } from '../requests/clock.js';
import type {
  Address,
  AnsweredPut,
  LastChange,
  LastChanges,
  Reading,
  ResourceOperation,
  ResourceProvider,
} from '../resource.js';
import { NOTHING_ANSWERED, type Origin, originOf } from './origin.js';
import { changedFields } from './three-way.js';

interface Call {
  readonly response: Json | undefined;
  /** The time at which it was answered; null when that is not known. */
  readonly answeredAt: number | null;
  readonly clock: ProviderClock;
}

const putOf = (kind: string) => `put of a ${kind}`;

type Item = Pick<Touched, 'address' | 'before' | 'after' | 'named'> & { readonly formerly: Address };

/**
 * The changes of other clients after a call, by the provider's name and time of each: an equal state is not the call's
 * then.
 */
export class ChangesSince<C> {
  private readonly begunAt = Date.now();

  constructor(
    private readonly provider: ResourceProvider<C>,
    private readonly operation: ResourceOperation<C>,
    private readonly client: C,
    private readonly call: Call,
    private readonly memory: UndoMemory,
  ) {}

  /** The fields of the call that another client has changed since; `unclear` when the times do not tell. */
  async since(item: Item, now: Reading | null): Promise<readonly string[] | 'unclear'> {
    const { before, after } = item;
    if (this.call.answeredAt === null || (now === null) !== (after === null)) return [];
    const { response } = this.call;
    const own = changedFields(before?.fields ?? null, after);
    const { whole, fields = {} } = await this.lastChanges(item, now);
    const ofWhole = whole
      ? await this.originOf(item, whole, this.operation.answered?.(response, item.formerly), now?.version)
      : 'call';
    const origins = new Map<string, Origin>(own.map((field) => [field, ofWhole]));
    const answered = this.operation.answeredFields?.(response) ?? {};
    for (const [field, change] of Object.entries(fields)) {
      const isAsLeft = isDeepStrictEqual(now?.fields[field] ?? null, after?.[field] ?? null);
      if (own.includes(field) && isAsLeft)
        origins.set(field, await this.originOf(item, change, answered[field], undefined, field));
    }
    if ([...origins.values()].includes('unclear')) return 'unclear';
    return own.filter((field) => origins.get(field) === 'another');
  }

  /**
   * Notes the change of an undo, or the unchanged state of its call, so that the undo of an older call does not take it
   * for another client's.
   */
  async note(item: Item, now: Reading | null): Promise<void> {
    const { whole, fields = {}, members = [] } = await this.lastChanges(item, now);
    const note = (change: LastChange, field: string | null) =>
      this.memory.noteRecreated(this.kind, this.put(item, field), nameOf(change));
    for (const { kind, label, change } of members)
      if (this.isOfUndo(change)) await this.memory.noteRecreated(putOf(kind), { put: label }, nameOf(change));
    if (whole) await note(whole, null);
    const own = [...item.named, ...changedFields(item.before?.fields ?? null, item.after)];
    for (const [field, change] of Object.entries(fields)) if (own.includes(field)) await note(change, field);
  }

  private async lastChanges({ address, before }: Item, now: Reading | null): Promise<LastChanges> {
    const { putAt: at, putId: id } = now ?? {};
    const read = at === undefined ? {} : { whole: { at, ...(id !== undefined && { id }) } };
    const { lastChanges } = this.operation.kind;
    if (!lastChanges) return read;
    return {
      ...read,
      ...(await ask(this.provider, () => lastChanges(this.client, address, now, before?.marks ?? {}))),
    };
  }

  /** A change by the undo of a newer call counts as the call's. @param field null for the whole thing */
  private async originOf(
    item: Item,
    change: LastChange,
    own: AnsweredPut = NOTHING_ANSWERED,
    version: string | undefined = undefined,
    field: string | null = null,
  ): Promise<Origin> {
    const { answeredAt, clock } = this.call;
    if (answeredAt === null) return 'call';
    const noted = await this.memory.whereIs(this.kind, this.put(item, field));
    if (isDeepStrictEqual(noted, nameOf(change))) return 'call';
    return originOf(change, own, { answeredAt, clock }, version);
  }

  /** Another client may have changed a member before. */
  private isOfUndo({ at = 0 }: LastChange): boolean {
    return at >= this.call.clock.theirs(this.begunAt) - PRECISION_MS;
  }

  private get kind(): string {
    return putOf(this.operation.kind.name);
  }

  private put({ formerly }: Item, field: string | null): JsonObject {
    return { put: this.operation.kind.label(formerly), ...(field !== null && { field }) };
  }
}

/** The mark that distinguishes a change from every other one. */
const nameOf = ({ at, id }: LastChange): JsonObject => ({
  ...(at !== undefined && { at }),
  ...(id !== undefined && { id }),
});
