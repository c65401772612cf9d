import { PolicyLink } from '../../../ui/policy-link';
import { StrangerText } from '../../../ui/stranger-text';
import { Tag } from '../../../ui/tag';
import type { Action } from '../api/actions';
import classes from './action-card.module.css';
import { Section } from './section';

type Policy = Action['policy'];

const WORDS = {
  ALLOW: ['Allowed', 'good'],
  REQUIRE_APPROVAL: ['Requires an approval', 'warning'],
  BLOCK: ['Blocked', 'danger'],
} as const;

/** Shows the policies' decision, and the decision of those in shadow mode. */
export function PolicyDecision({ policy }: { policy: Policy }) {
  const { shadow, grantId } = policy;
  return (
    <Section title="Policy decision">
      <Decision decision={policy.decision} policyIds={policy.policyIds} none="No policy matched." />
      {policy.reason && (
        <p className={classes.line}>
          Reason: <StrangerText>{policy.reason}</StrangerText>
        </p>
      )}
      {grantId && (
        <p className={classes.line}>
          A grant cleared the call: <code>{grantId}</code>
        </p>
      )}
      {shadow && (
        <div className={classes.shadow}>
          <span>Policies in shadow mode would have said:</span>
          <Decision decision={shadow.decision} policyIds={shadow.policyIds} none="No policy matched." />
        </div>
      )}
    </Section>
  );
}

function Decision({ decision, policyIds, none }: Pick<Policy, 'decision' | 'policyIds'> & { none: string }) {
  const [word, tone] = WORDS[decision];
  return (
    <p className={classes.line}>
      <Tag tone={tone}>{word}</Tag>
      {policyIds.length === 0 ? none : policyIds.map((id) => <PolicyLink key={id} id={id} />)}
    </p>
  );
}
