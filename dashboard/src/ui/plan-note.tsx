import type { Plan } from '../api/wire';

/** What a part of a page takes, where the page itself takes less. */
export function PlanNote({ title, needed }: { title: string; needed: Plan }) {
  return (
    <p>
      {title} requires {needed}. <a href="/dashboard/usage">Usage and billing</a> shows what each plan includes.
    </p>
  );
}
