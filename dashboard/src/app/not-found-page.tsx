import { Empty } from '../ui/view';
import { shellWords as words } from '../words';

export function NotFoundPage() {
  return (
    <Empty title={words.notFoundPage.pageNotFound}>
      <p>
        <a href="/dashboard/">{words.notFoundPage.goToTheStartPage}</a>
      </p>
    </Empty>
  );
}
