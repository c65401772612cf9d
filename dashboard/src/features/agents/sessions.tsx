import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Counters } from '../../ui/counters';
import { cut } from '../../ui/cut';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { SessionStatusTag } from '../../ui/session-status';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { Empty, View } from '../../ui/view';
import { agentWords as words } from '../../words';
import { type Agent, type Session, sessionsQuery } from './api';
import classes from './sessions.module.css';

const SHOWN = 200;

const columns: readonly Column<Session>[] = [
  {
    head: words.sessions.status,
    cell: ({ displayStatus, simulated }) => (
      <span className={classes.status}>
        <SessionStatusTag status={displayStatus} />
        {simulated && <Tag>{words.sessions.simulated}</Tag>}
      </span>
    ),
  },
  {
    head: words.sessions.intent,
    cell: ({ id, intent }) => (
      <Link className={classes.intent} to={`/sessions/${id}` as string} preload={false}>
        <UntrustedText>{cut(intent, SHOWN)}</UntrustedText>
      </Link>
    ),
  },
  { head: words.sessions.calls, cell: ({ counters }) => <Counters counters={counters} /> },
  { head: words.sessions.lastActivity, cell: ({ lastActivityAt }) => <Moment at={lastActivityAt} /> },
];

/** Lists the newest sessions of an agent. */
export function Sessions({ agent: { slug, status } }: { agent: Agent }) {
  const query = useQuery(sessionsQuery(slug));
  return (
    <Section
      title={words.sessions.title}
      lead={status === 'PAUSED' ? words.sessions.leadPaused : words.sessions.lead}
      actions={
        <Link to={'/sessions' as string} search={{ agent: slug } as never} preload={false}>
          {words.sessions.all}
        </Link>
      }
    >
      <View
        query={query}
        label={words.sessions.loading}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={
          <Empty title={words.sessions.none}>
            <p>
              {words.sessions.noneHelp}{' '}
              <code>
                createSession({'{'} agentId: '{slug}', … {'}'})
              </code>
            </p>
          </Empty>
        }
      >
        {({ sessions }) => (
          <Table label={words.sessions.sessions} columns={columns} rows={sessions} keyOf={({ id }) => id} />
        )}
      </View>
    </Section>
  );
}
