import type { Plan } from '../api/wire';
import { Empty } from '../ui/view';
import { shellWords as words } from '../words';

interface PlanNeededProps {
  readonly title: string;
  readonly needed: Plan;
  readonly has: Plan;
}

export function PlanNeeded({ title, needed, has }: PlanNeededProps) {
  return (
    <Empty title={`${title} requires ${needed}`}>
      <p>
        {words.planNeeded.thisOrganizationHasThePlan} {has}.{' '}
        <a href="/dashboard/usage">{words.planNeeded.usageAndBilling}</a> {words.planNeeded.showsWhatEachPlanIncludes}
      </p>
    </Empty>
  );
}
