import type { Plan } from '../api/wire';
import { Empty } from '../ui/view';

interface PlanNeededProps {
  readonly title: string;
  readonly needed: Plan;
  readonly has: Plan;
}

export function PlanNeeded({ title, needed, has }: PlanNeededProps) {
  return (
    <Empty title={`${title} requires ${needed}`}>
      <p>
        This organization has the plan {has}. <a href="/dashboard/usage">Usage and billing</a> shows what each plan
        includes.
      </p>
    </Empty>
  );
}
