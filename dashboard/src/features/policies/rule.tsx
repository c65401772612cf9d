import { useGroupName } from '../../api/groups';
import type { Json } from '../../api/json';
import { cut } from '../../ui/cut';
import { JsonBlock } from '../../ui/json-block';
import { Moment } from '../../ui/moment';
import { UntrustedText } from '../../ui/untrusted-text';
import { policyWords as words } from '../../words';
import type { Policy } from './api';
import classes from './rule.module.css';
import { policySentences } from './sentence';

const SHOWN = 400;

/** Shows a policy's rule in words. */
export function Rule({ policy }: { policy: Policy }) {
  const groupName = useGroupName();
  const { name, apiNamePattern, condition, reason, createdAt, updatedAt } = policy;
  return (
    <dl className={classes.rule}>
      {name !== null && (
        <div>
          <dt>{words.rule.calls}</dt>
          <dd>
            <code>{apiNamePattern}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>{words.rule.meaning}</dt>
        <dd>
          {policySentences(policy, groupName).map((sentence) => (
            <p key={sentence}>
              <UntrustedText>{cut(sentence, SHOWN)}</UntrustedText>
            </p>
          ))}
          {condition !== null && (
            <details>
              <summary>{words.rule.json}</summary>
              <JsonBlock value={condition as unknown as Json} label={words.rule.condition} />
            </details>
          )}
        </dd>
      </div>
      <div>
        <dt>{words.rule.reason}</dt>
        <dd>{reason ? <UntrustedText>{reason}</UntrustedText> : words.rule.noReason}</dd>
      </div>
      <div>
        <dt>{words.rule.since}</dt>
        <dd>
          {words.rule.created} <Moment at={createdAt} />
          {words.rule.changed} <Moment at={updatedAt} />
        </dd>
      </div>
    </dl>
  );
}
