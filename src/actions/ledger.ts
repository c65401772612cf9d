import { Injectable } from '@nestjs/common';
import type { Json, OperationType } from '../connectors/connector.js';
import { Coalescer } from '../platform/coalescer.js';
import { Database } from '../platform/database/database.js';
import { batchItems, batchSeconds, watch } from '../platform/telemetry/meters.js';
import type { PolicyAction } from '../policies/policy.js';
import type { ActionStatus, Violation } from './action.js';
import type { ActionRow } from './action.view.js';

/** One call to be logged, decided as far as it can be without the session's row. */
export interface RecordItem {
  readonly org: string;
  readonly epoch: number;
  readonly quota: number;
  readonly id: string;
  readonly session: string;
  readonly simulated: boolean | null;
  readonly api_name: string;
  readonly operation_type: OperationType;
  readonly payload: object;
  readonly payload_hash: string;
  readonly response: Json | undefined;
  readonly status: ActionStatus;
  /** It has not run: a closed session refuses it. */
  readonly asks: boolean;
  readonly violation: Violation | null;
  readonly refusal: string | null;
  readonly decision: PolicyAction;
  readonly policy_ids: readonly string[];
  readonly policy_reason: string | null;
  readonly shadow: object | null;
  readonly precapture: string | null;
  readonly idempotency_key: string | null;
  readonly request_hash: string | null;
  readonly approval: string | null;
  readonly approval_ms: number | null;
  readonly agent_slug: string;
  readonly summary: string | null;
  /** Of the approval, when it opens one. */
  readonly required_approvals: number;
  readonly grantable: boolean;
  /** All of them a grant has to open. */
  readonly gates: readonly string[];
}

export interface Recorded {
  readonly outcome:
    | 'recorded'
    | 'replayed'
    | 'expired-key'
    | 'idempotency-conflict'
    | 'stale'
    | 'again'
    | 'no-session'
    | 'closed'
    | 'rolled-back'
    | 'precapture-mismatch'
    | 'quota';
  readonly action_id: string;
  readonly sequence: number;
  readonly effect_sequence: number | null;
  readonly violation: Violation | null;
  readonly refusal: string | null;
  readonly recorded_at: Date;
  readonly expires_at: Date | null;
  readonly snapshot: Json;
  /** The grant that cleared it at once; no approval was opened then. */
  readonly granted_by: string | null;
}

/** One outcome to be recorded. */
export interface ConfirmItem {
  readonly org: string;
  readonly epoch: number;
  readonly session: string;
  readonly action: string;
  readonly simulated: boolean | null;
  readonly status: ActionStatus;
  readonly response: Json | undefined;
  readonly payload_hash: string | null;
  readonly paused: boolean;
}

export interface Confirmed {
  readonly outcome: 'recorded' | 'same' | 'illegal' | 'stale' | 'again' | 'not-found';
  readonly old_status: ActionStatus;
  readonly action: ActionRow;
}

/**
 * The two statements the product turns on, many items and one round trip each (`migrations/functions/actions/`). Neither allows
 * anything on the word of a cache: the epoch is compared where the rows are locked.
 */
@Injectable()
export class Ledger {
  private readonly records: Coalescer<RecordItem, Recorded>;
  private readonly confirmations: Coalescer<ConfirmItem, Confirmed>;

  constructor(private readonly database: Database) {
    this.records = new Coalescer((items) => this.run<Recorded>('record_actions', items));
    this.confirmations = new Coalescer((items) => this.run<Confirmed>('confirm_actions', items));
    watch('backstop_ledger_waiting', 'Calls that wait for the next batch.', ['statement'], () => [
      [{ statement: 'record_actions' }, this.records.length],
      [{ statement: 'confirm_actions' }, this.confirmations.length],
    ]);
  }

  record(item: RecordItem): Promise<Recorded> {
    return this.records.submit(item);
  }

  confirm(item: ConfirmItem): Promise<Confirmed> {
    return this.confirmations.submit(item);
  }

  private async run<Row extends object>(
    name: string,
    items: readonly { org: string; session: string }[],
  ): Promise<Row[]> {
    const organizations = new Set<string>();
    const sessions = new Set<string>();
    const numbered = items.map((item, ord) => {
      organizations.add(item.org);
      sessions.add(item.session);
      return { ord, ...item };
    });
    batchItems.observe({ statement: name }, items.length);
    const ended = batchSeconds.startTimer({ statement: name });
    const { rows } = await this.database.statements.query<Row>({
      name,
      text: `SELECT * FROM ${name}($1::uuid[], $2::uuid[], $3::json)`,
      values: [[...organizations], [...sessions], JSON.stringify(numbered)],
    });
    ended();
    return rows;
  }
}
