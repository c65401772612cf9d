import { IsString, Length } from 'class-validator';
import { apiName, callSummary } from '../../actions/actions.dto.js';
import { Example } from '../../platform/http/documented.js';
import { Optional } from '../../platform/http/input/optional.js';
import {
  count,
  describe,
  flag,
  id,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  time,
} from '../../platform/http/shape.js';
import { DirtySession } from '../../rollback/rollback.dto.js';
import { agentSlug } from '../../sessions/sessions.dto.js';

export class AttentionQuery {
  /** The time of the operator's last visit: the answer includes the changes since then. */
  @Optional() @IsString() @Length(1, 40) @Example('2026-01-02T03:04:05Z') since?: string;
}

const counted = { count: describe('At most 100.', count), isMore: describe('There are more than 100.', flag) };

export const Attention = named(
  'Attention',
  'Pending work of operators, problems, and changes since a moment.',
  object({
    approvals: describe(
      'Pending approvals.',
      object({
        ...counted,
        kinds: describe(
          'By operation, the one that waits longest first; at most five.',
          listOf(
            object({
              apiName,
              count,
              oldest: object({ id, summary: callSummary, agentId: agentSlug, createdAt: time, expiresAt: time }),
            }),
          ),
        ),
      }),
    ),
    sessions: object({
      dirty: describe(
        'Sessions with an open effect, a violation or an unknown outcome.',
        object({ ...counted, newest: listOf(DirtySession) }),
      ),
      rollbackFailed: object(counted),
      drifted: describe(
        'Sessions of the last days that drifted from their intent.',
        object({ ...counted, days: count }),
      ),
    }),
    connectors: describe(
      'Connectors whose last check failed.',
      listOf(object({ connector: text('postgres'), checkedAt: time, detail: orNull(text('The server refused it.')) })),
    ),
    receivers: describe(
      'Receivers whose last deliveries failed, or that were switched off for that.',
      listOf(
        object({
          id,
          kind: oneOf('webhook', 'slack', 'email'),
          description: text('On-call channel'),
          isDisabled: flag,
          failingSince: orNull(time),
        }),
      ),
    ),
    pausedAgents: describe('At most five.', listOf(object({ agentId: agentSlug, name: text('Support agent') }))),
    usage: describe(
      'Usage of the quota of this month.',
      object({ month: text('2026-01'), actions: count, limit: count }),
    ),
    changes: describe(
      'The newest entries of the audit log since `since`, at most twenty; null without `since`, and where the plan has no audit log.',
      orNull(
        listOf(
          object({
            sequence: describe('The place of the entry in the audit log.', count),
            action: text('policy.changed'),
            by: text('ada@example.com'),
            target: object({ type: text('policy'), id: text('019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c') }),
            createdAt: time,
          }),
        ),
      ),
    ),
  }),
);
