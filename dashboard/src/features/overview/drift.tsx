import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Form } from '../../ui/form';
import { Section } from '../../ui/page';
import { type Column, Table } from '../../ui/table';
import { UntrustedText } from '../../ui/untrusted-text';
import { View } from '../../ui/view';
import { overviewWords as words } from '../../words';
import classes from './alarm-budget.module.css';
import { alarmBudgetQuery, changeAlarmBudget, type Intent, intentQuery } from './api';
import { DayChart } from './chart/day-chart';
import type { Series } from './chart/series';

const SERIES: readonly Series[] = [
  { name: words.drift.aligned, tone: 'good' },
  { name: words.drift.review, tone: 'warning' },
  { name: words.drift.drifted, tone: 'danger' },
  { name: words.drift.insufficient, tone: 'quiet' },
];

type Agent = Intent['agents'][number];
const SHOWN = 10;

const columns: readonly Column<Agent>[] = [
  {
    head: words.drift.agent,
    cell: ({ agentId }) => (
      <Link to={'/sessions' as string} search={{ agent: agentId } as never}>
        <UntrustedText>{agentId}</UntrustedText>
      </Link>
    ),
  },
  { head: words.drift.sessions, cell: ({ sessions }) => sessions.toLocaleString('en'), isNumber: true },
  { head: words.drift.review, cell: ({ verdicts }) => verdicts.REVIEW.toLocaleString('en'), isNumber: true },
  { head: words.drift.drifted, cell: ({ verdicts }) => verdicts.DRIFTED.toLocaleString('en'), isNumber: true },
  {
    head: words.drift.scale,
    cell: ({ averageDriftScore }) => averageDriftScore?.toFixed(2) ?? '–',
    isNumber: true,
  },
];

/** Shows whether sessions kept to their intents; it needs the plan TEAM. */
export function Drift({ isIncluded }: { isIncluded: boolean }) {
  return isIncluded ? (
    <>
      <Sessions />
      <AlarmBudget />
    </>
  ) : (
    <Section title={words.drift.title}>
      <p>
        {words.drift.locked} <Link to="/usage">{words.drift.plansLink}</Link>
      </p>
    </Section>
  );
}

function Sessions() {
  const intent = useQuery(intentQuery);
  return (
    <View query={intent} label={words.drift.loading}>
      {({ days, agents }) => (
        <>
          <DayChart
            title={words.drift.title}
            lead={words.drift.lead}
            series={SERIES}
            days={days.map(({ day, verdicts }) => ({
              day,
              values: [verdicts.ALIGNED, verdicts.REVIEW, verdicts.DRIFTED, verdicts.INSUFFICIENT_EVIDENCE],
            }))}
          />
          {agents.length > 0 && (
            <Section title={words.drift.byAgent} lead={words.drift.byAgentLead}>
              <Table
                label={words.drift.byAgent}
                columns={columns}
                rows={agents.slice(0, SHOWN)}
                keyOf={({ agentId }) => agentId}
              />
            </Section>
          )}
        </>
      )}
    </View>
  );
}

/** Edits the number of alarms that the organization wants: a change moves the level of every agent. */
function AlarmBudget() {
  const query = useQuery(alarmBudgetQuery);
  const queryClient = useQueryClient();
  return (
    <Section title={words.alarmBudget.title} lead={words.alarmBudget.lead}>
      <View query={query} label={words.alarmBudget.loading}>
        {({ alarmBudget }) => (
          <div className={classes.form}>
            <Form
              key={alarmBudget}
              submit={words.alarmBudget.save}
              send={({ alarmBudget: budget = '' }) => changeAlarmBudget(Number(budget.replace(',', '.')))}
              onDone={(settings) => queryClient.setQueryData(alarmBudgetQuery.queryKey, settings)}
            >
              {(wrong) => (
                <TextInput
                  name="alarmBudget"
                  label={words.alarmBudget.input}
                  inputMode="decimal"
                  defaultValue={alarmBudget}
                  error={wrong('alarmBudget')}
                />
              )}
            </Form>
            <p role="status">
              {alarmBudget === 1 ? words.alarmBudget.oneAlarm : words.alarmBudget.alarms(alarmBudget)}{' '}
              {words.alarmBudget.perSessions}
            </p>
          </div>
        )}
      </View>
    </Section>
  );
}
