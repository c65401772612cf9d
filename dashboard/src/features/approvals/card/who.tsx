import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';
import { Section } from './section';

/** Who approves the call, where its policies say so, and whether this operator does. */
export function Who({ approval: { approvers, status } }: { approval: ApprovalDetail }) {
  if (!approvers) return null;
  const { mayApprove, reason, rules } = approvers;
  return (
    <Section title={words.approvers.title}>
      {status === 'PENDING' && (reason !== null || mayApprove) && (
        <p>{reason === null ? words.approvers.you : <UntrustedText>{reason}</UntrustedText>}</p>
      )}
      <ul className={classes.plain}>
        {rules.map(({ policyId, groups, required, given, allowRequester }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an edit may add a second rule of one policy
          <li key={`${policyId} ${index}`}>
            {groups.length === 0 && words.approvers.each}
            {groups.map(({ id, name, members }, place) => (
              <span key={id}>
                {place > 0 && words.approvers.or}
                <strong>{name === null ? words.approvers.deleted : <UntrustedText>{name}</UntrustedText>}</strong> (
                {words.approvers.members(members)})
              </span>
            ))}
            {': '}
            {words.approvers.count(given, required)}
            {!allowRequester && `, ${words.approvers.notRequester}`}
          </li>
        ))}
      </ul>
    </Section>
  );
}
