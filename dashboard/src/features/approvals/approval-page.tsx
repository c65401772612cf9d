import { useParams } from '@tanstack/react-router';
import classes from './approval-page.module.css';
import { Card } from './card/card';

/** One approval, as mails and messages link to it. */
export default function ApprovalPage() {
  const { approvalId = '' } = useParams({ strict: false }) as { approvalId?: string };
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Approval</h1>
      <Card id={approvalId} />
    </div>
  );
}
