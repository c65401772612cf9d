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
    <Empty title={words.planNeeded.title(title, needed)}>
      <p>
        {words.planNeeded.plan} {has}. <a href="/dashboard/usage">{words.planNeeded.plansLink}</a>{' '}
        {words.planNeeded.plansNote}
      </p>
    </Empty>
  );
}
