import { useParams } from '@tanstack/react-router';
import { inboxWords as words } from '../../words';
import classes from './approval-page.module.css';
import { Card } from './card/card';

/** One approval, as mails and messages link to it. */
export default function ApprovalPage() {
  const { approvalId = '' } = useParams({ strict: false }) as { approvalId?: string };
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{words.approvalPage.approval}</h1>
      <Card id={approvalId} />
    </div>
  );
}
