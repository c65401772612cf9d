import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCommands } from '../../keyboard/use-commands';
import { Choice, Filters } from '../../ui/filters';
import { Page } from '../../ui/page';
import { RowPages } from '../../ui/row-pages';
import { rowsOf } from '../../ui/row-paging';
import { type Column, Table } from '../../ui/table';
import { useUrlState } from '../../ui/url-state';
import { useRowKeys } from '../../ui/use-row-keys';
import { Empty, View } from '../../ui/view';
import { type Policy, policiesQuery } from './api/list';
import { PolicyTags } from './decision';
import { DAY_OPTIONS, filtered, isFiltered, readPolicyList, STATES, writtenDays } from './filters';
import { Advice } from './list/advice';
import { PolicyName } from './list/policy-name';
import { Unmatched } from './list/unmatched';
import { Uses } from './list/uses';
import classes from './policies-page.module.css';
import { SwitchPolicy } from './switch-policy';
import { DECISION_WORDS, DECISIONS } from './words';

const STATE_WORDS = { enforced: 'Enforced', shadow: 'Shadow', off: 'Off' } as const;
const CLEAR = { text: undefined, decision: undefined, state: undefined, page: undefined, selected: undefined };

const columnsOf = (days: number): readonly Column<Policy>[] => [
  { head: 'Calls', cell: (policy) => <PolicyName policy={policy} /> },
  {
    head: 'Decision',
    cell: (policy) => (
      <span className={classes.tags}>
        <PolicyTags policy={policy} />
      </span>
    ),
  },
  { head: 'Matched', cell: (policy) => <Uses policy={policy} days={days} /> },
  { head: 'On', cell: (policy) => <SwitchPolicy policy={policy} /> },
];

/** Every policy, and how often each was used. */
export default function PoliciesPage() {
  const [{ filters, days, page: wanted, selected }, change] = useUrlState(readPolicyList);
  const query = useQuery(policiesQuery);
  const navigate = useNavigate();
  const found = filtered(query.data?.rows ?? [], filters);
  const { rows, page, pages } = rowsOf(found, wanted);
  const make = () => void navigate({ to: '/policies/new' } as never);
  const open = (id: string) => void navigate({ to: `/policies/${id}` } as never);
  const edit = (id: string) => void navigate({ to: `/policies/${id}`, search: { edit: 'yes' } } as never);
  useRowKeys({
    title: 'Policies',
    one: 'policy',
    ids: rows.map(({ id }) => id),
    selected,
    change,
    open,
    also: (id) => [{ keys: 'e', label: 'Edit the policy', run: () => edit(id) }],
  });
  useCommands('New', [{ keys: 'n', label: 'Make a policy', run: make }]);
  const set = (name: string) => (value: string | undefined) =>
    change({ [name]: value, page: undefined, selected: undefined });
  return (
    <Page
      title="Policies"
      lead="Which calls run at once, wait for an operator, or do not run."
      actions={
        <Button leftSection={<Plus size={14} />} onClick={make}>
          New policy
        </Button>
      }
    >
      <Filters label="Search policies" text={filters.text} onText={set('text')}>
        <Choice
          label="Decision"
          any="Any decision"
          value={filters.decision}
          options={DECISIONS.map((value) => ({ value, label: DECISION_WORDS[value][0] }))}
          set={set('decision')}
        />
        <Choice
          label="Mode"
          any="On or off"
          value={filters.state}
          options={STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
          set={set('state')}
        />
        <Choice
          label="Time range"
          value={String(days)}
          options={DAY_OPTIONS}
          set={(value) => change({ days: writtenDays(value) })}
        />
      </Filters>
      <View query={query} label="the policies" isEmpty={({ rows: all }) => all.length === 0} empty={<NoPolicies />}>
        {() =>
          rows.length > 0 ? (
            <>
              <Table
                label="Policies"
                columns={columnsOf(days)}
                rows={rows}
                keyOf={({ id }) => id}
                isDim={({ enabled }) => !enabled}
                isSelected={({ id }) => id === selected}
              />
              <RowPages label="the policies" page={page} pages={pages} change={change} />
            </>
          ) : (
            <Empty title="No policy fits these filters">
              {isFiltered(filters) && (
                <Button variant="default" onClick={() => change(CLEAR)}>
                  Clear the filters
                </Button>
              )}
            </Empty>
          )
        }
      </View>
      <Advice />
      <Unmatched />
    </Page>
  );
}

function NoPolicies() {
  const navigate = useNavigate();
  return (
    <Empty title="No policies yet">
      <p>
        Without one, the default below decides on every call. A first one in shadow mode shows what it would do and
        stops nothing.
      </p>
      <Button onClick={() => void navigate({ to: '/policies/new', search: { mode: 'shadow' } } as never)}>
        Make a policy in shadow mode
      </Button>
    </Empty>
  );
}
