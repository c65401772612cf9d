import type { Confirmed, ConfirmItem, Item, Recorded, RecordItem } from './items.js';
import {
  CONFIRM_FAST,
  type ConfirmedFast,
  RECORD_FAST,
  type RecordedFast,
  type Sent,
  type Statement,
} from './statements.js';

/**
 * The statement of a batch, and the function that reads its answers, one for each item, from the row that comes back.
 */
export interface RoundTrip<Answer, Row> {
  readonly name: string;
  /** The columns of one SELECT; the first of them takes `$1`. */
  readonly columns: string;
  /** The values from `$2` on. */
  readonly values: readonly unknown[];
  readonly answers: (row: Row) => Answer[];
}

export const roundTrip = <I extends Item, Answer, Returned>(
  statement: Statement<I, Answer, Returned>,
  items: readonly Sent<I>[],
): RoundTrip<Answer, { answer: Returned }> => ({
  name: statement.name,
  columns: `${called(statement, 2)} AS answer`,
  values: statement.values(items),
  answers: ({ answer }) => statement.answers(answer, items),
});

export const RECORD_AND_CONFIRM_FAST = 'clear_and_confirm';

/** The items that the short statements write: a plain ask or a plain confirmation. */
export type FastItem = Sent<RecordItem> | Sent<ConfirmItem>;

export const isAsk = (sent: FastItem): sent is Sent<RecordItem> => 'idempotency_key' in sent.item;
export const isConfirmation = (sent: FastItem): sent is Sent<ConfirmItem> => !isAsk(sent);

/**
 * Sends asks and confirmations of one moment in one round trip and one commit. Side by side the two statements would
 * lock sessions after usage, so the sessions of both are locked first, in their order.
 */
export function recordAndConfirmFast(
  items: readonly FastItem[],
): RoundTrip<Recorded | Confirmed, { asked: RecordedFast; confirmed: ConfirmedFast }> {
  const asks = items.filter(isAsk);
  const confirmations = items.filter(isConfirmation);
  const sorted = (ids: string[]) => [...new Set(ids)].sort();
  return {
    name: RECORD_AND_CONFIRM_FAST,
    columns: [
      `set_config('app.organizations', $2, true)`,
      'lock_and_read_sessions($3::uuid[]) IS NULL',
      `${called(RECORD_FAST, 4)} AS asked`,
      `${called(CONFIRM_FAST, 4 + RECORD_FAST.casts.length)} AS confirmed`,
    ].join(', '),
    values: [
      `{${sorted(items.map(({ item }) => item.org))}}`,
      sorted(items.map(({ item }) => item.session)),
      ...RECORD_FAST.values(asks),
      ...CONFIRM_FAST.values(confirmations),
    ],
    answers: ({ asked, confirmed }) => {
      const recorded = RECORD_FAST.answers(asked, asks).values();
      const outcomes = CONFIRM_FAST.answers(confirmed, confirmations).values();
      return items.flatMap((one) => (isAsk(one) ? recorded : outcomes).next().value ?? []);
    },
  };
}

const called = ({ name, casts }: Pick<Statement<never, never, never>, 'name' | 'casts'>, first: number) =>
  `${name}(${casts.map((type, index) => `$${first + index}::${type}`)})`;
