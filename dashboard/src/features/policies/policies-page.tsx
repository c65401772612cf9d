import { Button, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCommands } from '../../keyboard/use-commands';
import { Choice, Filters } from '../../ui/filters';
import { Page, Section } from '../../ui/page';
import { ProblemNote } from '../../ui/problem-note';
import { RowPages } from '../../ui/row-pages';
import { rowsOf } from '../../ui/row-paging';
import { type Column, Table } from '../../ui/table';
import { useUrlState } from '../../ui/url-state';
import { useRowKeys } from '../../ui/use-row-keys';
import { Empty, View } from '../../ui/view';
import { policyWords as words } from '../../words';
import { changeUnmatched, type Policy, policiesQuery, unmatchedQuery } from './api';
import { PolicyTags } from './decision';
import { DECISION_CHOICES, type Decision } from './decisions';
import { DAY_OPTIONS, filtered, isFiltered, readPolicyList, STATES, writtenDays } from './filters';
import { Advice } from './list/advice';
import { PolicyName } from './list/policy-name';
import { Uses } from './list/uses';
import classes from './policies-page.module.css';
import { SwitchPolicy } from './switch-policy';

const CLEAR = { text: undefined, decision: undefined, state: undefined, page: undefined, selected: undefined };

const columnsOf = (days: number): readonly Column<Policy>[] => [
  { head: words.policiesPage.calls, cell: (policy) => <PolicyName policy={policy} /> },
  {
    head: words.policiesPage.decision,
    cell: (policy) => (
      <span className={classes.tags}>
        <PolicyTags policy={policy} />
      </span>
    ),
  },
  { head: words.policiesPage.matched, cell: (policy) => <Uses policy={policy} days={days} /> },
  { head: words.policiesPage.on, cell: (policy) => <SwitchPolicy policy={policy} /> },
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
    title: words.policiesPage.title,
    one: words.policiesPage.one,
    ids: rows.map(({ id }) => id),
    selected,
    change,
    open,
    also: (id) => [{ keys: 'e', label: words.policiesPage.edit, run: () => edit(id) }],
  });
  useCommands(words.policiesPage.newGroup, [{ keys: 'n', label: words.policiesPage.newCommand, run: make }]);
  const set = (name: string) => (value: string | undefined) =>
    change({ [name]: value, page: undefined, selected: undefined });
  return (
    <Page
      title={words.policiesPage.title}
      lead={words.policiesPage.lead}
      actions={
        <Button leftSection={<Plus size={14} />} onClick={make}>
          {words.policiesPage.newPolicy}
        </Button>
      }
    >
      <Filters label={words.policiesPage.search} text={filters.text} onText={set('text')}>
        <Choice
          label={words.policiesPage.decision}
          any={words.policiesPage.anyDecision}
          value={filters.decision}
          options={DECISION_CHOICES}
          set={set('decision')}
        />
        <Choice
          label={words.policiesPage.mode}
          any={words.policiesPage.anyState}
          value={filters.state}
          options={STATES.map((value) => ({ value, label: words.states[value] }))}
          set={set('state')}
        />
        <Choice
          label={words.range.label}
          value={String(days)}
          options={DAY_OPTIONS}
          set={(value) => change({ days: writtenDays(value) })}
        />
      </Filters>
      <View
        query={query}
        label={words.policiesPage.loading}
        isEmpty={({ rows: all }) => all.length === 0}
        empty={<NoPolicies />}
      >
        {() =>
          rows.length > 0 ? (
            <>
              <Table
                label={words.policiesPage.title}
                columns={columnsOf(days)}
                rows={rows}
                keyOf={({ id }) => id}
                isDim={({ enabled }) => !enabled}
                isSelected={({ id }) => id === selected}
              />
              <RowPages label={words.policiesPage.loading} page={page} pages={pages} change={change} />
            </>
          ) : (
            <Empty title={words.policiesPage.noneFound}>
              {isFiltered(filters) && (
                <Button variant="default" onClick={() => change(CLEAR)}>
                  {words.policiesPage.clearFilters}
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
    <Empty title={words.policiesPage.none}>
      <p>{words.policiesPage.noneHelp}</p>
      <Button onClick={() => void navigate({ to: '/policies/new', search: { mode: 'shadow' } } as never)}>
        {words.policiesPage.createShadow}
      </Button>
    </Empty>
  );
}

const SENTENCES: Readonly<Record<Decision, string>> = {
  ALLOW: words.unmatched.allow,
  REQUIRE_APPROVAL: words.unmatched.requireApproval,
  BLOCK: words.unmatched.block,
};

/** Edits what becomes of calls that no enforced policy matches. */
function Unmatched() {
  const query = useQuery(unmatchedQuery);
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: changeUnmatched,
    onSuccess: (settings) => queryClient.setQueryData(unmatchedQuery.queryKey, settings),
  });
  return (
    <Section title={words.unmatched.title} lead={words.unmatched.lead}>
      <View query={query} label={words.unmatched.loading}>
        {({ unmatched }) => (
          <>
            <SegmentedControl
              aria-label={words.unmatched.choice}
              data={DECISION_CHOICES}
              value={unmatched}
              disabled={changing.isPending}
              onChange={(value) => changing.mutate(value as Decision)}
            />
            <p role="status">{SENTENCES[unmatched]}</p>
            {changing.error && <ProblemNote error={changing.error} />}
          </>
        )}
      </View>
    </Section>
  );
}
