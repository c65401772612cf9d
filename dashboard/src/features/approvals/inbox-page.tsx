import { PageHead } from '../../ui/page-head';

export default function InboxPage() {
  return <PageHead title="Inbox" />;
}
