import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { includes, useMe } from '../../api/me';
import { registryQuery } from '../../api/registry';
import { Choice, Filters } from '../../ui/filters';
import { Page } from '../../ui/page';
import { PlanNote } from '../../ui/plan-note';
import { ProblemNote } from '../../ui/problem-note';
import { type Column, Table } from '../../ui/table';
import { useUrlState } from '../../ui/url-state';
import { useRowKeys } from '../../ui/use-row-keys';
import { Empty, View } from '../../ui/view';
import { connectorWords as words } from '../../words';
import { credentialsQuery, healthQuery } from './api';
import { type Connector, connectorsOf, filtered, readConnectorList, STATE_LIST } from './connectors';
import classes from './connectors-page.module.css';
import { ConnectorDetail } from './detail/connector-detail';
import { HealthCell } from './health-cell';
import { STATE_WORDS } from './state-tag';
import { Undoable } from './undoable';

const CLEAR = { text: undefined, state: undefined, selected: undefined };

/** Every connector: whether it works, what of it can be undone and how far, and its credential. */
export default function ConnectorsPage() {
  const [{ text, state, selected, open }, change] = useUrlState(readConnectorList);
  const { data: me } = useMe();
  const isPro = me !== undefined && includes(me.organization.plan, 'PRO');
  const registry = useQuery(registryQuery);
  const credentials = useQuery(credentialsQuery);
  const health = useQuery({ ...healthQuery, enabled: isPro });
  const all = connectorsOf(registry.data ?? [], credentials.data ?? [], health.data);
  const rows = filtered(all, text, state);
  const show = (id: string) => change({ open: id, selected: id, edit: undefined }, { step: true });
  const shown = all.find(({ id }) => id === open);
  useRowKeys({
    title: words.connectorsPage.title,
    one: 'connector',
    ids: shown ? [] : rows.map(({ id }) => id),
    selected,
    change,
    open: show,
  });
  const set = (name: string) => (value: string | undefined) => change({ [name]: value, selected: undefined });
  const columns: readonly Column<Connector>[] = [
    {
      head: words.connectorsPage.connector,
      cell: ({ id }) => (
        <Link
          className={classes.name}
          to={'/connectors' as string}
          search={((now: object) => ({ ...now, open: id, selected: id })) as never}
          preload={false}
        >
          {id}
        </Link>
      ),
    },
    {
      head: words.connectorsPage.health,
      cell: (connector) => <HealthCell connector={connector} isChecking={health.isLoading} />,
    },
    { head: words.connectorsPage.undo, cell: (connector) => <Undoable connector={connector} /> },
  ];
  if (shown && credentials.data)
    return (
      <ConnectorDetail
        key={shown.id}
        connector={shown}
        isPro={isPro}
        leave={() => change({ open: undefined, edit: undefined })}
      />
    );
  return (
    <Page
      title={words.connectorsPage.title}
      lead={words.connectorsPage.lead}
      actions={
        isPro && (
          <Button
            variant="default"
            leftSection={<RefreshCw size={14} />}
            loading={health.isFetching}
            onClick={() => void health.refetch()}
          >
            {words.connectorsPage.check}
          </Button>
        )
      }
    >
      {me && !isPro && <PlanNote title={words.connectorsPage.locked} needed="PRO" />}
      {health.error && !health.isFetching && <ProblemNote error={health.error} retry={() => void health.refetch()} />}
      {credentials.error && !credentials.isFetching && (
        <ProblemNote error={credentials.error} retry={() => void credentials.refetch()} />
      )}
      <Filters label={words.connectorsPage.search} text={text} onText={set('text')}>
        <Choice
          label={words.connectorsPage.health}
          any={words.connectorsPage.anyHealth}
          value={state}
          options={STATE_LIST.map((value) => ({ value, label: STATE_WORDS[value][0] }))}
          set={set('state')}
        />
      </Filters>
      <View query={registry} label={words.connectorsPage.loading} empty={<Empty title={words.connectorsPage.none} />}>
        {() =>
          rows.length > 0 ? (
            <Table
              label={words.connectorsPage.title}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              isSelected={({ id }) => id === selected}
            />
          ) : (
            <Empty title={words.connectorsPage.noneFound}>
              <Button variant="default" onClick={() => change(CLEAR)}>
                {words.connectorsPage.clearFilters}
              </Button>
            </Empty>
          )
        }
      </View>
    </Page>
  );
}
