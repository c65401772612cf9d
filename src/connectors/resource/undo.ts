import {
  type ConnectorContext,
  type Effect,
  type FieldReport,
  type ItemReport,
  type JsonObject,
  type UndoReport,
} from '../connector.js';
import { recordOf, type Touched } from './items.js';
import { valuesOf } from './plan.js';
import { ask, RefusedError, read } from './read.js';
import {
  type Inverse,
  isReversible,
  NotCapturable,
  type Reading,
  type ResourceOperation,
  type ResourceProvider,
} from './resource.js';
import { compare, type FieldVerdict, holds } from './three-way.js';
import { withClient } from './with-client.js';

/** Clocks of two machines are this far apart at most; milliseconds. */
const SKEW_MS = 120_000;

/** Undoes one call, resource by resource, the last one first. @throws ProviderUnavailableError */
export async function undo<C>(
  provider: ResourceProvider<C>,
  effect: Effect,
  onConflict: 'skip' | 'force',
  context: ConnectorContext,
): Promise<UndoReport> {
  const operation = provider.operations.find(({ apiName }) => apiName === effect.apiName);
  if (!isReversible(operation)) return impossible(`Nothing undoes "${effect.apiName}".`);
  const record = recordOf(operation, effect);
  if (!record.possible) return impossible(record.reason);
  const items: ItemReport[] = [];
  try {
    await withClient(provider, context, async (client) => {
      const one = new ResourceUndo(provider, operation, client, onConflict, record.takenAt, context);
      for (const item of [...record.items].reverse()) items.push(await one.undo(item));
    });
  } catch (error) {
    if (error instanceof NotCapturable) return { outcome: 'impossible', detail: error.message, items };
    if (error instanceof RefusedError || error instanceof NotRestored)
      return { outcome: 'failed', detail: error.message, items };
    throw error;
  }
  return reportOf(items, operation.remains ?? []);
}

const impossible = (detail: string): UndoReport => ({ outcome: 'impossible', detail, items: [] });

function reportOf(items: readonly ItemReport[], remains: readonly string[]): UndoReport {
  const failing = items.find(({ result }) => result === 'conflict' || result === 'impossible');
  if (failing?.result === 'conflict') {
    const what = failing.fields.filter(({ result }) => result === 'conflict').map(({ field }) => field);
    return {
      outcome: 'conflict',
      detail: `${failing.resource} was changed by somebody else since: ${what.join(', ')}`,
      items,
    };
  }
  if (failing) return { outcome: 'impossible', detail: `${failing.resource} cannot be restored`, items };
  const isOld = items.every(({ result }) => result === 'already-restored');
  return {
    outcome: 'done',
    detail: [isOld ? 'It was as before already.' : 'Restored and read back.', ...remains].join(' '),
    items,
  };
}

/** It was written, and yet reads back otherwise. */
class NotRestored extends Error {}

class ResourceUndo<C> {
  constructor(
    private readonly provider: ResourceProvider<C>,
    private readonly operation: ResourceOperation<C>,
    private readonly client: C,
    private readonly onConflict: 'skip' | 'force',
    private readonly takenAt: number,
    private readonly context: ConnectorContext,
  ) {}

  async undo(item: Touched): Promise<ItemReport> {
    const now = await read(this.provider, this.operation.kind, this.client, item.address);
    if (item.before === null)
      return item.after === null ? this.report(item, [], 'already-restored') : this.undoCreation(item, item.after, now);
    return item.after === null
      ? this.undoDeletion(item, item.before, now)
      : this.undoChange(item, item.before, item.after, now);
  }

  private async undoCreation(item: Touched, after: JsonObject, now: Reading | null): Promise<ItemReport> {
    const { kind, ends } = this.operation;
    const fields = compare(null, after, now?.fields ?? null);
    if (now === null || (ends && holds(now.fields, ends))) return this.report(item, fields, 'already-restored');
    const bornAt = kind.bornAt?.(now.fields) ?? null;
    if (bornAt !== null && bornAt < this.takenAt - SKEW_MS)
      throw new NotCapturable(`${kind.shown(item.address)} was there before the call`);
    const isForced = !holds(now.fields, after);
    const isKnown = item.isCaptured || bornAt !== null;
    if (isForced && (this.onConflict === 'skip' || !isKnown)) return this.report(item, fields, 'conflict');
    const inverse = ends ? kind.write : kind.remove;
    await this.run(inverse, item, ends ?? {}, now);
    const left = await read(this.provider, kind, this.client, item.address);
    if (ends ? !(left && holds(left.fields, ends)) : left !== null) throw this.notRestored(item);
    return this.report(item, fields, isForced ? 'forced' : 'restored');
  }

  private async undoDeletion(item: Touched, before: Reading, now: Reading | null): Promise<ItemReport> {
    const { kind } = this.operation;
    const fields = compare(before.fields, null, now?.fields ?? null);
    if (now) {
      // Somebody made it anew: nothing of theirs is overwritten, and nothing is missing.
      return this.report(item, fields, holds(now.fields, before.fields) ? 'already-restored' : 'conflict');
    }
    const found = await ask(
      this.provider,
      async () => (await kind.find?.(this.client, item.address, before.fields, this.takenAt - SKEW_MS)) ?? null,
    );
    if (found) return this.report({ ...item, address: found }, fields, 'already-restored');
    const made = (await this.run(kind.recreate, item, before.fields, null)) ?? item.address;
    const left = await read(this.provider, kind, this.client, made);
    if (!left || !holds(left.fields, before.fields)) throw this.notRestored(item);
    return this.report({ ...item, address: made }, fields, 'restored');
  }

  private async undoChange(
    item: Touched,
    before: Reading,
    after: JsonObject,
    now: Reading | null,
  ): Promise<ItemReport> {
    const { kind } = this.operation;
    const fields = compare(before.fields, after, now?.fields ?? null);
    if (now === null) return this.report(item, fields.map(inConflict), 'conflict');
    const wanted = fields.filter(
      ({ verdict }) => verdict === 'restore' || (verdict === 'conflict' && this.onConflict === 'force'),
    );
    const isConflict = fields.some(({ verdict }) => verdict === 'conflict');
    if (wanted.length > 0) {
      const values = valuesOf(
        before.fields,
        wanted.map(({ field }) => field),
      );
      await this.run(kind.write, item, values, now);
      const left = await read(this.provider, kind, this.client, item.address);
      if (!left || !holds(left.fields, values)) throw this.notRestored(item);
    }
    if (isConflict) return this.report(item, fields, this.onConflict === 'force' ? 'forced' : 'conflict');
    return this.report(item, fields, wanted.length > 0 ? 'restored' : 'already-restored');
  }

  private async run(inverse: Inverse<C> | undefined, item: Touched, fields: JsonObject, now: Reading | null) {
    if (!inverse) throw new NotCapturable(`Nothing undoes "${this.operation.apiName}" on what was there.`);
    // Between the read and this call the process may have slept through its lease.
    this.context.assertHeld?.();
    const undoing = { before: item.before?.fields ?? null, now, idempotencyKey: this.context.idempotencyKey ?? '' };
    return ask(this.provider, () => inverse.run(this.client, item.address, fields, undoing));
  }

  private notRestored({ address }: Touched): Error {
    return new NotRestored(`${this.operation.kind.shown(address)} was written, and yet reads back otherwise`);
  }

  private report({ address }: Touched, fields: readonly FieldVerdict[], result: ItemReport['result']): ItemReport {
    const isWhole = this.operation.effect !== 'update' && result !== 'conflict';
    return {
      resource: this.operation.kind.shown(address),
      result,
      fields: fields.map(({ field, before, after, now, verdict }) => ({
        ...{ field, before, after, now },
        result: resultOf(verdict, isWhole ? result : null, this.onConflict),
      })),
    };
  }
}

const inConflict = (one: FieldVerdict): FieldVerdict => ({ ...one, verdict: 'conflict' });

function resultOf(
  verdict: FieldVerdict['verdict'],
  whole: ItemReport['result'] | null,
  onConflict: 'skip' | 'force',
): FieldReport['result'] {
  if (whole && whole !== 'impossible' && verdict !== 'already-restored') return whole;
  if (verdict === 'conflict') return onConflict === 'force' ? 'forced' : 'conflict';
  return verdict === 'restore' ? 'restored' : 'already-restored';
}
