import type { Plan } from '../api/wire';

/** Names the plan that a part of a page needs, if the page itself needs less. */
export function PlanNote({ title, needed }: { title: string; needed: Plan }) {
  return (
    <p>
      {title} requires {needed}. <a href="/dashboard/usage">Usage and billing</a> shows what each plan includes.
    </p>
  );
}
