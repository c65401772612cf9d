import { Tag } from '../../ui/tag';
import { policyWords as words } from '../../words';
import type { Policy } from './api';
import { DECISION_WORDS, type Decision } from './decisions';
import { stateOf } from './filters';

export function DecisionTag({ decision }: { decision: Decision }) {
  const [word, tone] = DECISION_WORDS[decision];
  return <Tag tone={tone}>{word}</Tag>;
}

/** Shows a policy's decision on the calls it matches, and whether the policy is in effect. */
export function PolicyTags({ policy }: { policy: Policy }) {
  const { action, requiredApprovals } = policy;
  const state = stateOf(policy);
  return (
    <>
      <DecisionTag decision={action} />
      {action === 'REQUIRE_APPROVAL' && requiredApprovals > 1 && <Tag>{words.tags.operators(requiredApprovals)}</Tag>}
      {state === 'shadow' && <Tag tone="accent">{words.tags.shadow}</Tag>}
      {state === 'off' && <Tag>{words.tags.off}</Tag>}
    </>
  );
}
