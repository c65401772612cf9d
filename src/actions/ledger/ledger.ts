import { Injectable } from '@nestjs/common';
import { Coalescer } from '../../platform/concurrency/coalescer.js';
import { Database } from '../../platform/database/database.js';
import { recentlyUsed } from '../../platform/recently-used.js';
import { batchItems, batchSeconds, watch } from '../../platform/telemetry/meters.js';
import type { Confirmed, ConfirmItem, Item, Recorded, RecordItem } from './items.js';
import { isPlainAsk, isPlainConfirmation } from './plain.js';
import { CLEAR, CONFIRM, CONFIRM_CLEARED, RECORD, type Sent, type Statement } from './statements.js';

/** For a row that another transaction holds: as `lock_timeout` takes it. */
const SHARED_WAITS = '200ms';
const FOREVER = '0';

/**
 * The statements the product turns on, many items and one round trip each (`migrations/functions/actions/`): a general and a
 * short one for calls, and for outcomes. None decides anything: an item is written where the state it was decided on holds
 * under the locks, the caller's epoch included, and is answered with the state that was found otherwise. Other modules
 * listen to what they write: `migrations/triggers/README.md`.
 */
@Injectable()
export class Ledger {
  private readonly records = this.coalesced(RECORD, namesIn);
  private readonly clears = this.coalesced(CLEAR, namesIn);
  private readonly confirmations = this.coalesced(CONFIRM, ({ action }) => [action]);
  private readonly successes = this.coalesced(CONFIRM_CLEARED, ({ action }) => [action]);
  private readonly reads = recentlyUsed<true>(50_000);

  constructor(private readonly database: Database) {
    const lanes = [this.records, this.clears, this.confirmations, this.successes];
    watch('backstop_ledger_waiting', 'Calls that wait for the next batch.', ['statement'], () =>
      lanes.map(({ statement, coalescer }) => [{ statement: statement.name }, coalescer.length] as const),
    );
  }

  record(item: RecordItem): Promise<Recorded> {
    if (item.operation_type === 'READ') this.reads.set(item.id, true);
    return submit(isPlainAsk(item) ? this.clears : this.records, item);
  }

  /** The call was logged by this process and only reads; false also where this process does not know. */
  isKnownRead(actionId: string): boolean {
    return this.reads.has(actionId);
  }

  confirm(item: ConfirmItem): Promise<Confirmed> {
    return submit(isPlainConfirmation(item) ? this.successes : this.confirmations, item);
  }

  private coalesced<I extends Item, Answer, Returned>(
    statement: Statement<I, Answer, Returned>,
    about: (item: I) => string[],
  ): Lane<I, Answer> {
    const coalescer = new Coalescer<Sent<I>, Answer>({
      run: (items, isShared) => this.run(statement, items, isShared),
      owner: ({ item }) => item.org,
      about: ({ item }) => about(item),
      size: ({ text }) => text.length,
    });
    return { statement, coalescer };
  }

  private async run<I extends Item, Answer, Returned>(
    { name, casts, values, answers }: Statement<I, Answer, Returned>,
    items: readonly Sent<I>[],
    isShared: boolean,
  ): Promise<Answer[]> {
    batchItems.observe({ statement: name }, items.length);
    const ended = batchSeconds.startTimer({ statement: name });
    const parameters = casts.map((type, index) => `$${index + 1}::${type}`);
    const statement = {
      name,
      text: `SELECT set_config('lock_timeout', $${casts.length + 1}, true), ${name}(${parameters}) AS answer`,
      values: [...values(items), isShared ? SHARED_WAITS : FOREVER],
    };
    const organizations = [...new Set(items.map(({ item }) => item.org))];
    const rows: { answer: Returned }[] = isShared
      ? await this.database.hot(statement)
      : await this.database.transaction(organizations, (em) => em.query(statement.text, statement.values));
    ended();
    const [row] = rows;
    if (!row) throw new Error(`${name} answered nothing`);
    return answers(row.answer, items);
  }
}

interface Lane<I, Answer> {
  readonly statement: { readonly name: string; readonly textOf: (item: I) => string };
  readonly coalescer: Coalescer<Sent<I>, Answer>;
}

const submit = <I, Answer>({ statement, coalescer }: Lane<I, Answer>, item: I): Promise<Answer> =>
  coalescer.submit({ item, text: statement.textOf(item) });

/** What only one call can have: its key, its snapshot, a use of a grant. */
function namesIn({ org, idempotency_key, precapture, grant_id }: RecordItem): string[] {
  return [idempotency_key && `${org} ${idempotency_key}`, precapture, grant_id].filter((name) => name !== null);
}
