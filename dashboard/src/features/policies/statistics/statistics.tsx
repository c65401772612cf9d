import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Figures } from '../../../ui/figures';
import { Moment } from '../../../ui/moment';
import { Section } from '../../../ui/page';
import { View } from '../../../ui/view';
import { type Statistics as Data, statisticsQuery } from '../api/statistics';
import { duration, percent, perDay } from '../words';
import { Days } from './days';
import classes from './statistics.module.css';

interface StatisticsProps {
  readonly policyId: string;
  readonly isShadow: boolean;
  readonly days: number;
  /** The choice of the range. */
  readonly range: ReactNode;
}

const many = (count: number) => count.toLocaleString('en');

/** Shows the outcomes of the calls that a policy matched, and the decisions that a shadow policy would have made. */
export function Statistics({ policyId, isShadow, days, range }: StatisticsProps) {
  const query = useQuery(statisticsQuery(policyId, days));
  return (
    <Section title="What it did" lead="Calls of live sessions, by the day they were logged in UTC." actions={range}>
      <View query={query} label="the statistics">
        {(data) => (
          <>
            {(isShadow || data.shadow.matches > 0) && <Shadow data={data} />}
            {(!isShadow || data.matches > 0) && <Enforced data={data} />}
            <Days days={data.days} />
            <p className={classes.since}>
              Counted since <Moment at={data.since} />.
            </p>
          </>
        )}
      </View>
    </Section>
  );
}

function Enforced({ data }: { data: Data }) {
  const { matches, approvals, shareApproved, medianSecondsToDecide, laterUndone, since } = data;
  return (
    <Figures
      label="While it was enforced"
      figures={[
        { name: 'calls matched', value: many(matches) },
        { name: 'approvals asked for', value: many(approvals) },
        { name: 'approvals a day', value: perDay(approvals, since, Date.now()) },
        { name: 'median time to decide', value: duration(medianSecondsToDecide) },
        { name: 'approved by operators', value: percent(shareApproved) },
        { name: 'later undone', value: many(laterUndone), isWarning: laterUndone > 0 },
      ]}
    />
  );
}

function Shadow({ data: { shadow } }: { data: Data }) {
  const { matches, wouldHave, newlyHeldUp, laterUndone } = shadow;
  return (
    <Figures
      label="While it was in shadow mode"
      figures={[
        { name: 'calls matched in shadow mode', value: many(matches) },
        { name: 'would have been allowed', value: many(wouldHave.allowed) },
        { name: 'would have asked for approval', value: many(wouldHave.gated) },
        { name: 'would have been blocked', value: many(wouldHave.blocked) },
        { name: 'held up by this policy alone', value: many(newlyHeldUp), isWarning: newlyHeldUp > 0 },
        { name: 'later undone', value: many(laterUndone), isWarning: laterUndone > 0 },
      ]}
    />
  );
}
