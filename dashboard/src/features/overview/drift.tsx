import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Section } from '../../ui/page';
import { StrangerText } from '../../ui/stranger-text';
import { type Column, Table } from '../../ui/table';
import { View } from '../../ui/view';
import { AlarmBudget } from './alarm-budget';
import { type Intent, intentQuery } from './api/intent';
import { DayChart } from './chart/day-chart';
import type { Series } from './chart/series';

const SERIES: readonly Series[] = [
  { name: 'Aligned', tone: 'good' },
  { name: 'To review', tone: 'warning' },
  { name: 'Drifted', tone: 'danger' },
  { name: 'Too little to tell', tone: 'quiet' },
];

type Agent = Intent['agents'][number];
const SHOWN = 10;

const columns: readonly Column<Agent>[] = [
  {
    head: 'Agent',
    cell: ({ agentId }) => (
      <Link to={'/sessions' as string} search={{ agent: agentId } as never}>
        <StrangerText>{agentId}</StrangerText>
      </Link>
    ),
  },
  { head: 'Sessions', cell: ({ sessions }) => sessions.toLocaleString('en'), isNumber: true },
  { head: 'To review', cell: ({ verdicts }) => verdicts.REVIEW.toLocaleString('en'), isNumber: true },
  { head: 'Drifted', cell: ({ verdicts }) => verdicts.DRIFTED.toLocaleString('en'), isNumber: true },
  {
    head: 'Drift, 0 to 1',
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
    <Section title="Drift">
      <p>
        Intent evaluation requires TEAM. <Link to="/usage">Usage and billing</Link>
      </p>
    </Section>
  );
}

function Sessions() {
  const intent = useQuery(intentQuery);
  return (
    <View query={intent} label="drift">
      {({ days, agents }) => (
        <>
          <DayChart
            title="Drift"
            lead="Sessions by the day on which they began, and how they kept to their intents."
            series={SERIES}
            days={days.map(({ day, verdicts }) => ({
              day,
              values: [verdicts.ALIGNED, verdicts.REVIEW, verdicts.DRIFTED, verdicts.INSUFFICIENT_EVIDENCE],
            }))}
          />
          {agents.length > 0 && (
            <Section title="Agents by drift" lead="Those that drifted most often first.">
              <Table
                label="Agents by drift"
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
