import { batchColumns, countsBefore, countsOf } from './batch-columns.js';
import type { Confirmed, ConfirmItem, Found, Item, Recorded, RecordItem } from './items.js';

/** An item with the text that its statement takes of it. */
export interface Sent<I> {
  readonly item: I;
  readonly text: string;
}

/** A function of `migrations/functions/actions/` that takes many items and answers one result for each. */
export interface Statement<I, Answer, Returned> {
  readonly name: string;
  readonly textOf: (item: I) => string;
  readonly values: (items: readonly Sent<I>[]) => unknown[];
  readonly casts: readonly string[];
  readonly answers: (returned: Returned, items: readonly Sent<I>[]) => Answer[];
}

interface General<Answer> {
  readonly at: string;
  readonly answers: Omit<Answer, 'at'>[];
}

function general<I extends Item, Answer extends Found>(name: string): Statement<I, Answer, General<Answer>> {
  return {
    name,
    casts: ['uuid[]', 'uuid[]', 'json'],
    textOf: (item) => JSON.stringify({ ...item, traits: undefined, begins: undefined }),
    values: (items) => [
      [...new Set(items.map(({ item }) => item.org))],
      [...new Set(items.map(({ item }) => item.session))],
      `[${items.map(({ text }, ord) => `{"ord":${ord},${text.slice(1)}`)}]`,
    ],
    answers: ({ at, answers }) => answers.map((answer) => ({ at, ...answer }) as Answer),
  };
}

export const RECORD = general<RecordItem, Recorded>('record_actions');
/** The same as `RECORD` for calls that windows of policies look at. */
export const RECORD_WINDOWED = general<RecordItem, Recorded>('record_windowed_actions');
export const CONFIRM = general<ConfirmItem, Confirmed>('confirm_actions');

export interface RecordedFast {
  readonly at: string;
  /** The last number of each session before this batch. */
  readonly last: (number | null)[];
  /** The number of each call within its session; absent when the calls stand as they were sent. */
  readonly turns?: number[];
  /** Null for all calls, or for one, means that it is written as sent. */
  readonly answers: (Omit<Recorded, 'at'> | null)[] | null;
}

export const RECORD_FAST: Statement<RecordItem, Recorded, RecordedFast> = {
  name: 'clear_actions',
  casts: [
    ...['uuid[]', 'uuid[]', 'integer[]', 'integer[]', 'integer[]', 'uuid[]', 'integer[]', 'integer[]', 'integer[]'],
    ...['integer[]', 'bigint[]', 'boolean[]', 'bigint[]', 'text[]', 'text[]', 'text[]', 'text[]', 'uuid[]', 'text[]'],
    ...['text[]', 'text[]'],
  ],
  textOf: ({ payload }) => quoted(JSON.stringify(payload)),
  values: (sent) => {
    const items = sent.map(({ item }) => item);
    const { organizations, sessions, ofOrganizations, ofSessions, turns } = batchColumns(items);
    const metered = items.map(({ quota }) => quota !== null);
    return [
      array(organizations),
      array(sessions),
      array(countsOf(ofOrganizations, organizations.length, metered)),
      array(
        countsOf(
          ofSessions,
          sessions.length,
          items.map(() => true),
        ),
      ),
      array(countsOf(ofSessions, sessions.length, items.map(isNoRead))),
      array(items.map(({ id }) => id)),
      array(ofOrganizations),
      array(ofSessions),
      array(turns),
      array(countsBefore(ofOrganizations, metered)),
      array(items.map(({ epoch }) => epoch)),
      array(items.map(({ simulated }) => simulated)),
      array(items.map(({ quota }) => quota)),
      array(items.map(({ api_name }) => quoted(api_name))),
      array(items.map(({ operation_type }) => operation_type)),
      array(sent.map(({ text }) => text)),
      array(items.map(({ payload_hash }) => payload_hash)),
      array(items.map(({ idempotency_key }) => idempotency_key)),
      array(items.map(({ request_hash }) => request_hash)),
      array(items.map(({ tool_call_id }) => tool_call_id && escaped(tool_call_id))),
      array(items.map(({ traceparent }) => traceparent)),
    ];
  },
  answers: ({ at, last, turns, answers }, sent) => {
    const places = batchColumns(sent.map(({ item }) => item));
    return sent.map((_, index) => {
      const answer = answers?.[index];
      if (answer) return { at, ...answer };
      return {
        written: true,
        epochHolds: true,
        sessionStatus: 'ACTIVE',
        isRolled: false,
        at,
        fits: false,
        grantId: null,
        quotaLeft: true,
        prior: null,
        sequence: (last[(places.ofSessions[index] ?? 0) - 1] ?? 0) + ((turns ?? places.turns)[index] ?? 0),
        effectSequence: null,
        snapshot: null,
      };
    });
  },
};

export interface ConfirmedFast {
  readonly at: string;
  /** The number of the last effect of each session before this batch. */
  readonly last: (number | null)[];
  readonly turns: number[];
  readonly answers: Omit<Confirmed, 'at' | 'effectSequence'>[];
}

export const CONFIRM_FAST: Statement<ConfirmItem, Confirmed, ConfirmedFast> = {
  name: 'confirm_cleared',
  casts: [
    ...['uuid[]', 'uuid[]', 'integer[]', 'integer[]', 'uuid[]', 'integer[]', 'integer[]', 'integer[]', 'bigint[]'],
    ...['boolean[]', 'boolean[]', 'text[]', 'text[]'],
  ],
  textOf: ({ response }) => (response === undefined ? 'NULL' : quoted(JSON.stringify(response))),
  values: (sent) => {
    const items = sent.map(({ item }) => item);
    const { organizations, sessions, ofOrganizations, ofSessions, turns } = batchColumns(items);
    return [
      array(organizations),
      array(sessions),
      array(
        countsOf(
          ofSessions,
          sessions.length,
          items.map(() => true),
        ),
      ),
      array(
        countsOf(
          ofSessions,
          sessions.length,
          items.map(({ is_read }) => is_read),
        ),
      ),
      array(items.map(({ action }) => action)),
      array(ofOrganizations),
      array(ofSessions),
      array(turns),
      array(items.map(({ epoch }) => epoch)),
      array(items.map(({ simulated }) => simulated)),
      array(items.map(({ is_read }) => is_read)),
      array(items.map(({ was_hash }) => was_hash)),
      array(sent.map(({ text }) => text)),
    ];
  },
  answers: ({ at, last, turns, answers }, sent) => {
    const { ofSessions } = batchColumns(sent.map(({ item }) => item));
    return answers.map((answer, index) => ({
      at,
      effectSequence: (last[(ofSessions[index] ?? 0) - 1] ?? 0) + (turns[index] ?? 0),
      ...answer,
    }));
  },
};

const isNoRead = ({ operation_type }: RecordItem) => operation_type !== 'READ';

/** An array in PostgreSQL's text form, of numbers, booleans, UUIDs, hashes and quoted texts. */
const array = (values: readonly (string | number | boolean | null)[]) => `{${values.map((value) => value ?? 'NULL')}}`;

/**
 * A text as an element of an array: JSON escapes every character that an array element has to escape, and adds no other
 * syntax.
 */
const quoted = (text: string) => JSON.stringify(text);

/** Escapes any text as an element of an array. */
const escaped = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
