import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Figures } from '../../../ui/figures';
import { Moment } from '../../../ui/moment';
import { Section } from '../../../ui/page';
import { View } from '../../../ui/view';
import { policyWords as words } from '../../../words';
import { type Statistics as Data, statisticsQuery } from '../api';
import { duration, percent, perDay } from '../figures';
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
    <Section title={words.statistics.title} lead={words.statistics.lead} actions={range}>
      <View query={query} label={words.statistics.loading}>
        {(data) => (
          <>
            {(isShadow || data.shadow.matches > 0) && <Shadow data={data} />}
            {(!isShadow || data.matches > 0) && <Enforced data={data} />}
            <Days days={data.days} />
            <p className={classes.since}>
              {words.statistics.countedSince} <Moment at={data.since} />.
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
      label={words.statistics.enforced}
      figures={[
        { name: words.statistics.matched, value: many(matches) },
        { name: words.statistics.asked, value: many(approvals) },
        { name: words.statistics.askedPerDay, value: perDay(approvals, since, Date.now()) },
        { name: words.statistics.timeToDecide, value: duration(medianSecondsToDecide) },
        { name: words.statistics.approved, value: percent(shareApproved) },
        { name: words.statistics.laterUndone, value: many(laterUndone), isWarning: laterUndone > 0 },
      ]}
    />
  );
}

function Shadow({ data: { shadow } }: { data: Data }) {
  const { matches, wouldHave, newlyHeldUp, laterUndone } = shadow;
  return (
    <Figures
      label={words.statistics.shadow}
      figures={[
        { name: words.statistics.shadowMatched, value: many(matches) },
        { name: words.statistics.wouldAllow, value: many(wouldHave.allowed) },
        { name: words.statistics.wouldAsk, value: many(wouldHave.gated) },
        { name: words.statistics.wouldBlock, value: many(wouldHave.blocked) },
        { name: words.statistics.heldUp, value: many(newlyHeldUp), isWarning: newlyHeldUp > 0 },
        { name: words.statistics.laterUndone, value: many(laterUndone), isWarning: laterUndone > 0 },
      ]}
    />
  );
}
