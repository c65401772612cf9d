import { Empty } from '../ui/view';

export function NotFoundPage() {
  return (
    <Empty title="There is no such page">
      <p>
        <a href="/dashboard/">Go to the start page</a>
      </p>
    </Empty>
  );
}
