import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { includes, useMe } from '../../api/me';
import { duration } from '../../ui/duration';
import { Page } from '../../ui/page';
import { Empty, View } from '../../ui/view';
import { overviewWords as words } from '../../words';
import { type Metrics, metricsQuery } from './api';
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
    <Page title={words.overviewPage.title} lead={words.overviewPage.lead}>
      <View
        query={metrics}
        label={words.overviewPage.loading}
        isEmpty={isUnused}
        empty={
          <Empty title={words.overviewPage.none}>
            <p>
              {words.overviewPage.noneHelp} <Link to="/first-run">{words.overviewPage.firstAgentLink}</Link>{' '}
              {words.overviewPage.firstAgentNote}
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
        title={words.overviewPage.outcomes}
        lead={words.overviewPage.outcomesLead}
        series={[
          { name: words.overviewPage.tookEffect, tone: 'good' },
          { name: words.overviewPage.failed, tone: 'quiet' },
          { name: words.overviewPage.blocked, tone: 'danger' },
        ]}
        days={days.map(({ day, success, failed, blocked }) => ({ day, values: [success, failed, blocked] }))}
      />
      <DayChart
        title={words.overviewPage.approvals}
        lead={words.overviewPage.approvalsLead}
        series={[
          { name: words.overviewPage.approved, tone: 'good' },
          { name: words.overviewPage.rejected, tone: 'danger' },
          { name: words.overviewPage.expired, tone: 'warning' },
        ]}
        days={days.map(({ day, approved, rejected, expired }) => ({ day, values: [approved, rejected, expired] }))}
      />
      <DayChart
        title={words.overviewPage.timeToDecide}
        lead={words.overviewPage.timeToDecideLead}
        series={[{ name: words.overviewPage.median, tone: 'accent' }]}
        days={days.map(({ day, medianDecisionMs }) => ({ day, values: [medianDecisionMs] }))}
        format={duration}
      />
      <DayChart
        title={words.overviewPage.rollbacks}
        series={[{ name: words.overviewPage.rolledBack, tone: 'accent' }]}
        days={days.map(({ day, rolledBack }) => ({ day, values: [rolledBack] }))}
      />
    </>
  );
}
