import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { summaryQuery } from '../../../api/session-summary';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { Moment } from '../../../ui/moment';
import { SessionStatusTag } from '../../../ui/session-status';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { View } from '../../../ui/view';
import { sessionsWords as words } from '../../../words';
import type { ActionPage } from '../api';
import { dirtWords } from '../head/dirt';
import classes from './compare.module.css';

interface ColumnProps {
  readonly id: string;
  readonly query: UseQueryResult<ActionPage>;
  /** Ids of the actions that the other session does not have. */
  readonly only: ReadonlySet<string>;
}

/** One of two sessions: what it is, and its first calls. */
export function Column({ id, query, only }: ColumnProps) {
  const summary = useQuery(summaryQuery(id));
  const agent = summary.data?.agentId ?? id.slice(-8);
  return (
    <section className={classes.column} aria-label={words.column.label(id.slice(-8), agent)}>
      <View query={summary} label={words.column.loading}>
        {({ agentId, intent, displayStatus, createdAt, reasons }) => (
          <header>
            <h2>
              <Link to={`/sessions/${id}` as string}>
                <UntrustedText>{agentId}</UntrustedText>
              </Link>
            </h2>
            <SessionStatusTag status={displayStatus} />
            <p>
              <UntrustedText>{intent}</UntrustedText>
            </p>
            <p className={classes.facts}>
              {words.column.opened} <Moment at={createdAt} />
              {reasons.map(({ reason, actions }) => (
                <Tag key={reason} tone="danger">
                  {dirtWords(reason, actions)}
                </Tag>
              ))}
            </p>
          </header>
        )}
      </View>
      <View query={query} label={words.column.loadingCalls}>
        {({ actions, hasNext }) => (
          <>
            <ol>
              {actions.map((action) => (
                <li key={action.id} className={only.has(action.id) ? classes.only : undefined}>
                  <span className={classes.number}>{action.sequence}</span>
                  <Link to={`/sessions/${id}` as string} search={{ action: action.id } as never} preload={false}>
                    <CallName call={action} />
                  </Link>
                  <span className={classes.tags}>
                    {only.has(action.id) && <Tag tone="warning">{words.onlyHere}</Tag>}
                    <ActionStatusTag status={action.status} isRead={action.operationType === 'READ'} />
                  </span>
                </li>
              ))}
            </ol>
            {hasNext && <Link to={`/sessions/${id}` as string}>{words.column.firstCallsOnly}</Link>}
          </>
        )}
      </View>
    </section>
  );
}
