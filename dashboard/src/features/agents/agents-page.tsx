import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { includes, useMe } from '../../api/me';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { useCommands } from '../../keyboard/use-commands';
import { Choice, Filters } from '../../ui/filters';
import { Moment } from '../../ui/moment';
import { Page } from '../../ui/page';
import { RowPages } from '../../ui/row-pages';
import { rowsOf } from '../../ui/row-paging';
import { type Column, Table } from '../../ui/table';
import { useUrlState } from '../../ui/url-state';
import { useRowKeys } from '../../ui/use-row-keys';
import { Empty, View } from '../../ui/view';
import { agentWords as words } from '../../words';
import { AgentTags } from './agent-tags';
import classes from './agents-page.module.css';
import { type Agent, agentsQuery, dirtyQuery } from './api';
import { filtered, readAgentList, STATUSES } from './filters';
import { AgentName } from './list/agent-name';
import { NeedsAttention } from './list/needs-attention';
import { Pause } from './pause';

const RegisterDialog = lazyOverlay(() => import('./register-dialog'));

const STATUS_WORDS = { ACTIVE: words.agentsPage.active, PAUSED: words.agentsPage.paused } as const;
const CLEAR = { text: undefined, status: undefined, page: undefined, selected: undefined };

/** Every agent: its recent sessions, whether it needs attention, and the switch that stops it. */
export default function AgentsPage() {
  const [{ filters, page: wanted, selected }, change] = useUrlState(readAgentList);
  const [isRegistering, setIsRegistering] = useState(false);
  const query = useQuery(agentsQuery);
  const { data: me } = useMe();
  const knowsDirty = me !== undefined && includes(me.organization.plan, 'PRO');
  const { data: dirty } = useQuery({ ...dirtyQuery, enabled: knowsDirty });
  const navigate = useNavigate();
  const { rows, page, pages } = rowsOf(filtered(query.data?.rows ?? [], filters), wanted);
  const register = () => setIsRegistering(true);
  const undo = (id: string) => void navigate({ to: `/agents/${id}`, search: { undo: 'yes' } } as never);
  const set = (name: string) => (value: string | undefined) =>
    change({ [name]: value, page: undefined, selected: undefined });
  useRowKeys({
    title: words.agentsPage.title,
    one: 'agent',
    ids: rows.map(({ id }) => id),
    selected,
    change,
    open: (id) => void navigate({ to: `/agents/${id}` } as never),
    also: (id) => [{ keys: 'u', label: words.agentsPage.undoCommand, run: () => undo(id) }],
  });
  useCommands(words.agentsPage.newGroup, [{ keys: 'n', label: words.agentsPage.register, run: register }]);

  const columns: readonly (Column<Agent> | false)[] = [
    { head: words.agentsPage.agent, cell: (agent) => <AgentName agent={agent} /> },
    {
      head: words.agentsPage.status,
      cell: (agent) => (
        <span className={classes.tags}>
          <AgentTags agent={agent} />
        </span>
      ),
    },
    knowsDirty && {
      head: words.agentsPage.needsAttention,
      cell: (agent) => <NeedsAttention agent={agent} dirty={dirty} />,
    },
    { head: words.agentsPage.sessions, isNumber: true, cell: ({ sessions }) => sessions.toLocaleString('en') },
    {
      head: words.agentsPage.lastSeen,
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Moment at={lastSeenAt} /> : words.agentsPage.never),
    },
    { head: words.agentsPage.switch, isHeadHidden: true, cell: (agent) => <Pause agent={agent} isNamed /> },
    knowsDirty && {
      head: words.undoSince,
      isHeadHidden: true,
      cell: ({ id, slug }) => (
        <Button
          className={classes.inRow}
          variant="default"
          aria-label={words.undoSinceOf(slug)}
          onClick={() => undo(id)}
        >
          {words.undoSince}
        </Button>
      ),
    },
  ];
  return (
    <Page
      title={words.agentsPage.title}
      lead={words.agentsPage.lead}
      actions={
        <Button variant="default" leftSection={<Plus size={14} />} onClick={register}>
          {words.agentsPage.register}
        </Button>
      }
    >
      <Filters label={words.agentsPage.search} text={filters.text} onText={set('text')}>
        <Choice
          label={words.agentsPage.status}
          any={words.agentsPage.anyState}
          value={filters.status}
          options={STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
          set={set('status')}
        />
      </Filters>
      <View
        query={query}
        label={words.agentsPage.loading}
        isEmpty={({ rows: all }) => all.length === 0}
        empty={<NoAgents register={register} />}
      >
        {({ isCut }) =>
          rows.length > 0 ? (
            <>
              {isCut && <p>{words.agentsPage.limit}</p>}
              <Table
                label={words.agentsPage.title}
                columns={columns.filter((one): one is Column<Agent> => one !== false)}
                rows={rows}
                keyOf={({ id }) => id}
                isSelected={({ id }) => id === selected}
              />
              <RowPages label={words.agentsPage.loading} page={page} pages={pages} change={change} />
            </>
          ) : (
            <Empty title={words.agentsPage.noneFound}>
              <Button variant="default" onClick={() => change(CLEAR)}>
                {words.agentsPage.clearFilters}
              </Button>
            </Empty>
          )
        }
      </View>
      {isRegistering && <RegisterDialog agent={null} close={() => setIsRegistering(false)} />}
    </Page>
  );
}

function NoAgents({ register }: { register: () => void }) {
  return (
    <Empty title={words.agentsPage.none}>
      <p>
        {words.agentsPage.noneHelp} <a href="/dashboard/api-keys">{words.agentsPage.keyLink}</a>
        {words.agentsPage.keyNote}
      </p>
      <pre className={classes.command}>BACKSTOP_API_KEY=bks_live_… node agent.mjs</pre>
      <Button variant="default" onClick={register}>
        {words.agentsPage.registerBefore}
      </Button>
    </Empty>
  );
}
