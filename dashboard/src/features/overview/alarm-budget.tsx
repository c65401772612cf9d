import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from '../../ui/form';
import { Section } from '../../ui/page';
import { View } from '../../ui/view';
import classes from './alarm-budget.module.css';
import { alarmBudgetQuery, changeAlarmBudget } from './api/alarm-budget';

/** Edits the number of alarms that the organization wants: a change moves the level of every agent. */
export function AlarmBudget() {
  const query = useQuery(alarmBudgetQuery);
  const queryClient = useQueryClient();
  return (
    <Section
      title="Alarm budget"
      lead="How many of a hundred ordinary sessions of an agent may be marked as drifted. A higher budget finds more drift and gives you more sessions to look at."
    >
      <View query={query} label="the alarm budget">
        {({ alarmBudget }) => (
          <div className={classes.form}>
            <Form
              key={alarmBudget}
              submit="Save budget"
              send={({ alarmBudget: budget = '' }) => changeAlarmBudget(Number(budget.replace(',', '.')))}
              onDone={(settings) => queryClient.setQueryData(alarmBudgetQuery.queryKey, settings)}
            >
              {(wrong) => (
                <TextInput
                  name="alarmBudget"
                  label="Alarms in 100 sessions, from 0.5 to 20"
                  inputMode="decimal"
                  defaultValue={alarmBudget}
                  error={wrong('alarmBudget')}
                />
              )}
            </Form>
            <p role="status">{alarmBudget === 1 ? '1 alarm' : `${alarmBudget} alarms`} in 100 sessions of each agent</p>
          </div>
        )}
      </View>
    </Section>
  );
}
