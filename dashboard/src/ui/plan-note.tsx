import type { Plan } from '../api/wire';
import { commonWords as words } from '../words';

/** Names the plan that a part of a page needs, if the page itself needs less. */
export function PlanNote({ title, needed }: { title: string; needed: Plan }) {
  return (
    <p>
      {title} {words.planNote.requires} {needed}. <a href="/dashboard/usage">{words.planNote.plansLink}</a>{' '}
      {words.planNote.plansNote}
    </p>
  );
}
