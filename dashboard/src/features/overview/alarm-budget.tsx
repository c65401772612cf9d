import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from '../../ui/form';
import { Section } from '../../ui/page';
import { View } from '../../ui/view';
import { overviewWords as words } from '../../words';
import classes from './alarm-budget.module.css';
import { alarmBudgetQuery, changeAlarmBudget } from './api/alarm-budget';

/** Edits the number of alarms that the organization wants: a change moves the level of every agent. */
export function AlarmBudget() {
  const query = useQuery(alarmBudgetQuery);
  const queryClient = useQueryClient();
  return (
    <Section title={words.alarmBudget.alarmBudget} lead={words.alarmBudget.howManyOfAHundred}>
      <View query={query} label={words.alarmBudget.theAlarmBudget}>
        {({ alarmBudget }) => (
          <div className={classes.form}>
            <Form
              key={alarmBudget}
              submit={words.alarmBudget.saveBudget}
              send={({ alarmBudget: budget = '' }) => changeAlarmBudget(Number(budget.replace(',', '.')))}
              onDone={(settings) => queryClient.setQueryData(alarmBudgetQuery.queryKey, settings)}
            >
              {(wrong) => (
                <TextInput
                  name="alarmBudget"
                  label={words.alarmBudget.alarmsIn100SessionsFrom}
                  inputMode="decimal"
                  defaultValue={alarmBudget}
                  error={wrong('alarmBudget')}
                />
              )}
            </Form>
            <p role="status">
              {alarmBudget === 1 ? words.alarmBudget.n1Alarm : words.alarmBudget.alarms(alarmBudget)}{' '}
              {words.alarmBudget.in100SessionsOfEach}
            </p>
          </div>
        )}
      </View>
    </Section>
  );
}
