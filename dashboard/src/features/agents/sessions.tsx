import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Counters } from '../../ui/counters';
import { cut } from '../../ui/cut';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { SessionStatusTag } from '../../ui/session-status';
import { StrangerText } from '../../ui/stranger-text';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { Empty, View } from '../../ui/view';
import type { Agent } from './api/list';
import { type Session, sessionsQuery } from './api/sessions';
import classes from './sessions.module.css';

const SHOWN = 200;

const columns: readonly Column<Session>[] = [
  {
    head: 'Status',
    cell: ({ displayStatus, simulated }) => (
      <span className={classes.status}>
        <SessionStatusTag status={displayStatus} />
        {simulated && <Tag>Simulated</Tag>}
      </span>
    ),
  },
  {
    head: 'Intent',
    cell: ({ id, intent }) => (
      <Link className={classes.intent} to={`/sessions/${id}` as string} preload={false}>
        <StrangerText>{cut(intent, SHOWN)}</StrangerText>
      </Link>
    ),
  },
  { head: 'Calls', cell: ({ counters }) => <Counters counters={counters} /> },
  { head: 'Last activity', cell: ({ lastActivityAt }) => <Moment at={lastActivityAt} /> },
];

/** Lists the newest sessions of an agent. */
export function Sessions({ agent: { slug, status } }: { agent: Agent }) {
  const query = useQuery(sessionsQuery(slug));
  return (
    <Section
      title="What it did"
      lead={status === 'PAUSED' ? 'It is paused: it can open no session and start no call.' : 'Its newest sessions.'}
      actions={
        <Link to={'/sessions' as string} search={{ agent: slug } as never} preload={false}>
          All of its sessions
        </Link>
      }
    >
      <View
        query={query}
        label="the sessions"
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={
          <Empty title="No sessions yet">
            <p>
              It appears here when the agent opens one:{' '}
              <code>
                createSession({'{'} agentId: '{slug}', … {'}'})
              </code>
            </p>
          </Empty>
        }
      >
        {({ sessions }) => <Table label="Sessions" columns={columns} rows={sessions} keyOf={({ id }) => id} />}
      </View>
    </Section>
  );
}
