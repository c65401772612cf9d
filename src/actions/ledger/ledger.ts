import { Injectable } from '@nestjs/common';
import { Coalescer } from '../../platform/concurrency/coalescer.js';
import { Database } from '../../platform/database/database.js';
import { LEASE_MS } from '../../platform/due-work/lease.js';
import { recentlyUsed } from '../../platform/recently-used.js';
import { batchItems, batchSeconds, watch } from '../../platform/telemetry/meters.js';
import type { BegunCall } from '../performing/begun-call.js';
import { isFastAsk, isFastConfirmation } from './fast-path.js';
import type { Confirmed, ConfirmItem, Recorded, RecordItem, ShownAction } from './items.js';
import {
  type FastItem,
  isAsk,
  isConfirmation,
  RECORD_AND_CONFIRM_FAST,
  type RoundTrip,
  recordAndConfirmFast,
  roundTrip,
} from './round-trip.js';
import { CONFIRM, CONFIRM_FAST, RECORD, RECORD_FAST, RECORD_WINDOWED, type Sent } from './statements.js';
import { KnownTraits } from './traits.js';

/** The waits for a row that another transaction holds, in the form of `lock_timeout`. */
const SHARED_WAITS = '200ms';
const ALONE_WAITS = '8s';

/**
 * The time for which the asks of an organization use the general statement after one met another state than expected.
 * `clear_actions` writes a batch with such an ask twice: a client that repeats it must not make the calls of others
 * cost double.
 */
const CONTRADICTED_MS = 1_000;

/**
 * The ledger's statements, each with many items and one round trip (`migrations/functions/actions/`): a general and a
 * short one for calls, and for outcomes. They decide nothing: a statement writes an item when the state it was decided
 * on, the caller's epoch included, still holds under the locks, and otherwise answers with the state that it found.
 * Other modules listen to what they write: `migrations/triggers/README.md`.
 */
@Injectable()
export class Ledger {
  private readonly records = coalescer<Sent<RecordItem>, Recorded>((items, isShared) =>
    this.send(roundTrip(RECORD, items), items, isShared),
  );
  private readonly windowed = coalescer<Sent<RecordItem>, Recorded>((items, isShared) =>
    this.send(roundTrip(RECORD_WINDOWED, items), items, isShared),
  );
  private readonly confirmations = coalescer<Sent<ConfirmItem>, Confirmed>((items, isShared) =>
    this.send(roundTrip(CONFIRM, items), items, isShared),
  );
  private readonly fastPath = coalescer<FastItem, Recorded | Confirmed>((items, isShared) => {
    if (items.every(isAsk)) return this.send(roundTrip(RECORD_FAST, items), items, isShared);
    if (items.every(isConfirmation)) return this.send(roundTrip(CONFIRM_FAST, items), items, isShared);
    return this.send(recordAndConfirmFast(items), items, isShared);
  });
  private readonly reads = recentlyUsed<true>(50_000);
  private readonly traits = new KnownTraits();
  private readonly contradicted = recentlyUsed<true>(10_000, CONTRADICTED_MS);

  constructor(private readonly database: Database) {
    const lanes = {
      [RECORD.name]: this.records,
      [RECORD_WINDOWED.name]: this.windowed,
      [CONFIRM.name]: this.confirmations,
      [RECORD_AND_CONFIRM_FAST]: this.fastPath,
    };
    watch('backstop_ledger_waiting', 'Calls that wait for the next batch.', ['statement'], () =>
      Object.entries(lanes).map(([statement, { length }]) => [{ statement }, length] as const),
    );
  }

  async record(item: RecordItem): Promise<Recorded> {
    if (item.operation_type === 'READ') this.reads.set(item.id, true);
    if (item.windows) return this.windowed.submit({ item, text: RECORD_WINDOWED.textOf(item) });
    if (!isFastAsk(item) || this.contradicted.has(item.org)) {
      return this.records.submit({ item, text: RECORD.textOf(item) });
    }
    const recorded = await this.submitFast({ item, text: RECORD_FAST.textOf(item) });
    if (!recorded.written) this.contradicted.set(item.org, true);
    return recorded;
  }

  /** The call was logged by this process and only reads; false also when this process does not know. */
  isKnownRead(actionId: string): boolean {
    return this.reads.has(actionId);
  }

  async confirm(item: ConfirmItem): Promise<Confirmed> {
    const confirmed = await (isFastConfirmation(item)
      ? this.submitFast({ item, text: CONFIRM_FAST.textOf(item) })
      : this.confirmations.submit({ item, text: CONFIRM.textOf(item) }));
    return confirmed.isLarge ? { ...confirmed, action: await this.read(item.org, item.action) } : confirmed;
  }

  /** A call that was logged before, in its present state. */
  async read(organizationId: string, actionId: string): Promise<ShownAction | null> {
    const [row] = await this.database.hot<{ action: ShownAction | null }>({
      name: 'shown_action',
      text: `SELECT set_config('app.organizations', ARRAY[$1::uuid]::text, true), shown_action($1::uuid, $2) AS action`,
      values: [organizationId, actionId],
    });
    return row?.action ?? null;
  }

  private submitFast(ask: Sent<RecordItem>): Promise<Recorded>;
  private submitFast(confirmation: Sent<ConfirmItem>): Promise<Confirmed>;
  private submitFast(sent: FastItem): Promise<Recorded | Confirmed> {
    return this.fastPath.submit(sent);
  }

  private async send<Answer, Row>(
    { name, columns, values, answers }: RoundTrip<Answer, Row>,
    items: readonly FastItem[],
    isShared: boolean,
  ): Promise<Answer[]> {
    batchItems.observe({ statement: name }, items.length);
    const ended = batchSeconds.startTimer({ statement: name });
    const traits = this.traits.newIn(items);
    const begins = items.map(({ item }) => item).filter(isToBegin);
    const all = [isShared ? SHARED_WAITS : ALONE_WAITS, ...values];
    const valued = (value: unknown) => `$${all.push(value)}`;
    const statement = {
      name: [name, traits !== null && 'with_traits', begins.length > 0 && 'and_begin'].filter(Boolean).join('_'),
      text: [
        `SELECT set_config('lock_timeout', $1, true), ${columns}`,
        ...(traits === null ? [] : [`keep_traits(${valued(traits)}::json)`]),
        // It comes last, because it speaks for one organization after the other.
        ...(begins.length === 0
          ? []
          : [
              `begin_calls(${valued(begins.map(({ org }) => org))}::uuid[], ${valued(begins.map(({ id }) => id))}::uuid[], ${LEASE_MS}) AS begun`,
            ]),
      ].join(', '),
      values: all,
    };
    const organizations = [...new Set(items.map(({ item }) => item.org))];
    const takenAt = performance.now();
    const rows: (Row & { readonly begun?: readonly (Omit<BegunCall, 'takenAt'> | null)[] })[] = isShared
      ? await this.database.hot(statement)
      : await this.database.record(organizations, statement);
    ended();
    const [row] = rows;
    if (!row) throw new Error(`${name} answered nothing`);
    const answered = answers(row);
    items.forEach(({ item }, index) => {
      if ((answered[index] as { written?: boolean } | undefined)?.written) this.traits.kept(item);
    });
    if (!row.begun) return answered;
    const begun = new Map<object | undefined, (typeof row.begun)[number] | undefined>(
      begins.map((item, index) => [item, row.begun?.[index]]),
    );
    return answered.map((answer, index) => {
      const one = begun.get(items[index]?.item);
      return one ? { ...answer, begun: { ...one, takenAt } } : answer;
    });
  }
}

const isToBegin = (item: RecordItem | ConfirmItem): item is RecordItem => 'begins' in item && item.begins === true;

const coalescer = <S extends FastItem, Answer>(run: (items: S[], isShared: boolean) => Promise<Answer[]>) =>
  new Coalescer<S, Answer>({
    run,
    owner: ({ item }) => item.org,
    about: (sent) => namesIn(sent),
    size: ({ text }) => text.length,
  });

/**
 * The names of things that only one call can have: its key, its snapshot, a use of a grant, and the call that a
 * confirmation is of.
 */
function namesIn(sent: FastItem): string[] {
  if (!isAsk(sent)) return [sent.item.action];
  const { org, idempotency_key, precapture, grant_id } = sent.item;
  return [idempotency_key && `${org} ${idempotency_key}`, precapture, grant_id].filter((name) => name !== null);
}
