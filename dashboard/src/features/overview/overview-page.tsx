import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { includes, useMe } from '../../api/me';
import { duration } from '../../ui/duration';
import { Page } from '../../ui/page';
import { Empty, View } from '../../ui/view';
import { type Metrics, metricsQuery } from './api/metrics';
import { DayChart } from './chart/day-chart';
import { Drift } from './drift';
import { Totals } from './totals';

const isUnused = ({ actions, simulated, days }: Metrics) =>
  actions.total + simulated.actions.total === 0 && days.every((day) => day.actions === 0);

/** The figures of the organization: calls of agents, decisions of operators, and undone calls. */
export default function OverviewPage() {
  const { data: me } = useMe();
  const metrics = useQuery(metricsQuery);
  return (
    <Page title="Overview" lead="Live sessions, last 30 days (UTC).">
      <View
        query={metrics}
        label="the figures"
        isEmpty={isUnused}
        empty={
          <Empty title="No calls yet">
            <p>
              The figures begin with the first call of an agent. <Link to="/first-run">Your first agent</Link> takes a
              few minutes.
            </p>
          </Empty>
        }
      >
        {(data) => (
          <>
            <Totals metrics={data} plan={me?.organization.plan ?? 'FREE'} />
            <ByDay days={data.days} />
            {me && <Drift isIncluded={includes(me.organization.plan, 'TEAM')} />}
          </>
        )}
      </View>
    </Page>
  );
}

function ByDay({ days }: Pick<Metrics, 'days'>) {
  return (
    <>
      <DayChart
        title="Actions by outcome"
        lead="By the day the outcome was recorded."
        series={[
          { name: 'Took effect', tone: 'good' },
          { name: 'Failed', tone: 'quiet' },
          { name: 'Blocked', tone: 'danger' },
        ]}
        days={days.map(({ day, success, failed, blocked }) => ({ day, values: [success, failed, blocked] }))}
      />
      <DayChart
        title="Approvals"
        lead="How those that were asked for ended."
        series={[
          { name: 'Approved', tone: 'good' },
          { name: 'Rejected', tone: 'danger' },
          { name: 'Expired', tone: 'warning' },
        ]}
        days={days.map(({ day, approved, rejected, expired }) => ({ day, values: [approved, rejected, expired] }))}
      />
      <DayChart
        title="Time to decide"
        lead="The median of the decisions of each day."
        series={[{ name: 'Median', tone: 'accent' }]}
        days={days.map(({ day, medianDecisionMs }) => ({ day, values: [medianDecisionMs] }))}
        format={duration}
      />
      <DayChart
        title="Actions rolled back"
        series={[{ name: 'Rolled back', tone: 'accent' }]}
        days={days.map(({ day, rolledBack }) => ({ day, values: [rolledBack] }))}
      />
    </>
  );
}
