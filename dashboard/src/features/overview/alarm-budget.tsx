import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from '../../ui/form';
import { Section } from '../../ui/page';
import { View } from '../../ui/view';
import { overviewWords as words } from '../../words';
import classes from './alarm-budget.module.css';
import { alarmBudgetQuery, changeAlarmBudget } from './api';

/** Edits the number of alarms that the organization wants: a change moves the level of every agent. */
export function AlarmBudget() {
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
