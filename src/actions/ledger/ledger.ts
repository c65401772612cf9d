import { Injectable } from '@nestjs/common';
import type { Json, OperationType } from '../../connectors/connector.js';
import { Coalescer } from '../../platform/concurrency/coalescer.js';
import { Database } from '../../platform/database/database.js';
import { recentlyUsed } from '../../platform/recently-used.js';
import { batchItems, batchSeconds, watch } from '../../platform/telemetry/meters.js';
import type { PolicyNote } from '../../policies/history/policy-events.js';
import type { PolicyAction } from '../../policies/policy.js';
import type { ActionRow } from '../action.view.js';
import type { ActionStatus, Violation } from '../rules/action.js';
import type { Refusal, SessionCondition } from '../rules/action-state.js';
import type { Counters } from '../rules/transition.js';

interface Item {
  readonly org: string;
  readonly epoch: number;
  readonly session: string;
  /** Null: the caller sees live and simulated sessions. */
  readonly simulated: boolean | null;
  /** What was expected of the session when it was decided. */
  readonly session_status: SessionCondition['status'];
  readonly rolled: boolean;
  readonly takes_effect: boolean;
  readonly counts: SessionCounts;
  readonly note: ActionNote;
}

/** As `count_in_sessions` takes it. */
export interface SessionCounts extends Counters {
  readonly session: string;
  readonly logged?: 1;
  readonly effects?: 1;
  /** An abandoned session is active again. */
  readonly wakes?: boolean;
  /** Its agent did something. */
  readonly active?: boolean;
}

/** As `note_action_changes` takes it; `detail`: a violation that is new, `opened`: an approval was opened with it. */
export interface ActionNote {
  readonly org: string;
  readonly simulated: boolean;
  readonly was?: ActionStatus;
  readonly became: ActionStatus;
  readonly detail?: Violation | null;
  readonly opened?: 1;
  /** Absent: no policy matched, or the session is simulated. */
  readonly policies?: readonly PolicyNote[];
}

/** For a row that another transaction holds: as `lock_timeout` takes it. */
const SHARED_WAITS = '200ms';
const FOREVER = '0';

/** A call to be logged, and the state that it was decided on. */
export interface RecordItem extends Item {
  /** Expected: the precapture fits. */
  readonly fits: boolean;
  /** A grant has to open all of these; null: none is looked for. */
  readonly fingerprints: readonly string[] | null;
  /** Expected: the grant that opens them, or none. */
  readonly grant_id: string | null;
  /** Null: no limit holds. */
  readonly quota: number | null;
  readonly cost: 0 | 1;
  readonly id: string;
  readonly api_name: string;
  readonly operation_type: OperationType;
  readonly payload: object;
  readonly payload_hash: string;
  readonly response: Json | undefined;
  readonly status: ActionStatus;
  readonly violation: Violation | null;
  readonly refusal: Refusal | null;
  readonly decision: PolicyAction;
  readonly policy_ids: readonly string[];
  readonly policy_reason: string | null;
  readonly shadow: object | null;
  readonly precapture: string | null;
  readonly idempotency_key: string | null;
  readonly request_hash: string | null;
  readonly approval: OpenedApproval | null;
}

/** As `open_approvals` takes it. */
export interface OpenedApproval {
  readonly id: string;
  readonly org: string;
  readonly session: string;
  readonly action: string;
  readonly agent_slug: string;
  readonly api_name: string;
  readonly summary: string;
  readonly payload_hash: string;
  readonly ms: number;
  readonly required: number;
  /** The policies that ask for it. */
  readonly policy_ids: readonly string[];
}

/** What the statement found under the locks. Null `sessionStatus`: the caller has no such session. */
interface Found {
  /** What was expected holds, and the item is written. */
  readonly written: boolean;
  readonly epochHolds: boolean;
  readonly sessionStatus: SessionCondition['status'] | null;
  readonly isRolled: boolean;
  /** The database's clock. */
  readonly at: string;
}

export interface Recorded extends Found {
  readonly fits: boolean;
  readonly grantId: string | null;
  readonly quotaLeft: boolean;
  /** The action that was logged with the same Idempotency-Key. */
  readonly prior: { readonly id: string; readonly requestHash: string; readonly createdAt: string } | null;
  readonly sequence: number;
  readonly effectSequence: number | null;
  readonly snapshot: {
    readonly captureFailed: boolean;
    readonly reason: string | null;
    readonly resource: Json;
    readonly capturedAt: string;
  } | null;
}

/** An outcome to be recorded, and the state that it was decided on. */
export interface ConfirmItem extends Item {
  readonly action: string;
  /** Null: nothing is to be written, only read. */
  readonly was: ActionStatus | null;
  readonly is_read: boolean;
  readonly was_violation: Violation | null;
  /** Null: whatever it is. */
  readonly was_hash: string | null;
  readonly edited: boolean;
  readonly status: ActionStatus;
  readonly violation: Violation | null;
  readonly response: Json | undefined;
}

export interface Confirmed extends Found {
  readonly effectSequence: number;
  /** As it was found. */
  readonly action: (ActionRow & { readonly payload_hash: string }) | null;
}

/**
 * The two statements the product turns on, many items and one round trip each (`migrations/functions/actions/`). Neither
 * decides anything: an item is written where the state it was decided on holds under the locks, the caller's epoch
 * included, and is answered with the state that was found otherwise. Other modules listen to what they write:
 * `migrations/triggers/README.md`.
 */
@Injectable()
export class Ledger {
  private readonly records: Coalescer<Sent<RecordItem>, Recorded>;
  private readonly confirmations: Coalescer<Sent<ConfirmItem>, Confirmed>;
  private readonly reads = recentlyUsed<true>(50_000);

  constructor(private readonly database: Database) {
    this.records = new Coalescer({
      run: (items, isShared) => this.run('record_actions', items, isShared),
      owner: ({ item }) => item.org,
      about: ({ item }) => namesIn(item),
      size: ({ text }) => text.length,
    });
    this.confirmations = new Coalescer({
      run: (items, isShared) => this.run('confirm_actions', items, isShared),
      owner: ({ item }) => item.org,
      about: ({ item }) => [item.action],
      size: ({ text }) => text.length,
    });
    watch('backstop_ledger_waiting', 'Calls that wait for the next batch.', ['statement'], () => [
      [{ statement: 'record_actions' }, this.records.length],
      [{ statement: 'confirm_actions' }, this.confirmations.length],
    ]);
  }

  record(item: RecordItem): Promise<Recorded> {
    if (item.operation_type === 'READ') this.reads.set(item.id, true);
    return this.records.submit(toSent(item));
  }

  /** The call was logged by this process and only reads; false also where this process does not know. */
  isKnownRead(actionId: string): boolean {
    return this.reads.has(actionId);
  }

  confirm(item: ConfirmItem): Promise<Confirmed> {
    return this.confirmations.submit(toSent(item));
  }

  private async run<Answer extends Found>(
    name: string,
    items: readonly Sent<Item>[],
    isShared: boolean,
  ): Promise<Answer[]> {
    const organizations = new Set<string>();
    const sessions = new Set<string>();
    const numbered = items.map(({ item, text }, ord) => {
      organizations.add(item.org);
      sessions.add(item.session);
      return `{"ord":${ord},${text.slice(1)}`;
    });
    batchItems.observe({ statement: name }, items.length);
    const ended = batchSeconds.startTimer({ statement: name });
    const waits = isShared ? SHARED_WAITS : FOREVER;
    const statement = {
      name,
      text: `SELECT set_config('lock_timeout', $4, true), ${name}($1::uuid[], $2::uuid[], $3::json) AS answer`,
      values: [[...organizations], [...sessions], `[${numbered}]`, waits],
    };
    const rows: { answer: { at: string; answers: Answer[] } }[] = isShared
      ? await this.database.hot(statement)
      : await this.database.transaction([...organizations], (em) => em.query(statement.text, statement.values));
    ended();
    const [row] = rows;
    if (!row) throw new Error(`${name} answered nothing`);
    const { at, answers } = row.answer;
    return answers.map((answer) => ({ ...answer, at }));
  }
}

/** With the object that the statement takes, as JSON. */
interface Sent<I> {
  readonly item: I;
  readonly text: string;
}

const toSent = <I>(item: I): Sent<I> => ({ item, text: JSON.stringify(item) });

/** What only one call can have: its key, its snapshot, a use of a grant. */
function namesIn({ org, idempotency_key, precapture, grant_id }: RecordItem): string[] {
  return [idempotency_key && `${org} ${idempotency_key}`, precapture, grant_id].filter((name) => name !== null);
}
