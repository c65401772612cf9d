import { Empty } from '../ui/view';
import { shellWords as words } from '../words';

export function NotFoundPage() {
  return (
    <Empty title={words.notFoundPage.title}>
      <p>
        <a href="/dashboard/">{words.notFoundPage.start}</a>
      </p>
    </Empty>
  );
}
