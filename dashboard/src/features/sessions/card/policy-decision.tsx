import { PolicyLink } from '../../../ui/policy-link';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import type { Action } from '../api';
import classes from './action-card.module.css';
import { Section } from './section';

type Policy = Action['policy'];

const WORDS = {
  ALLOW: [words.policyDecision.allowed, 'good'],
  REQUIRE_APPROVAL: [words.policyDecision.requiresApproval, 'warning'],
  BLOCK: [words.policyDecision.blocked, 'danger'],
} as const;

/** Shows the policies' decision, and the decision of those in shadow mode. */
export function PolicyDecision({ policy }: { policy: Policy }) {
  const { shadow, grantId } = policy;
  return (
    <Section title={words.policyDecision.title}>
      <Decision decision={policy.decision} policyIds={policy.policyIds} none={words.policyDecision.none} />
      {policy.reason && (
        <p className={classes.line}>
          {words.policyDecision.reason} <UntrustedText>{policy.reason}</UntrustedText>
        </p>
      )}
      {grantId && (
        <p className={classes.line}>
          {words.policyDecision.byGrant} <code>{grantId}</code>
        </p>
      )}
      {shadow && (
        <div className={classes.shadow}>
          <span>{words.policyDecision.shadow}</span>
          <Decision decision={shadow.decision} policyIds={shadow.policyIds} none={words.policyDecision.none} />
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
