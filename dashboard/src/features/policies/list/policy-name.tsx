import { Link } from '@tanstack/react-router';
import { cut } from '../../../ui/cut';
import { UntrustedText } from '../../../ui/untrusted-text';
import { policyWords as words } from '../../../words';
import type { Policy } from '../api';
import { conditionWords } from '../sentence';
import classes from './policy-name.module.css';

const SHOWN = 160;

/** Shows the calls that a policy is about, and its message to the agent. */
export function PolicyName({ policy }: { policy: Policy }) {
  const { id, name, apiNamePattern, condition, action, reason } = policy;
  return (
    <div className={classes.name}>
      <Link to={`/policies/${id}` as string} preload={false}>
        {name === null ? <code>{apiNamePattern}</code> : <UntrustedText>{name}</UntrustedText>}
      </Link>
      {name !== null && <code>{apiNamePattern}</code>}
      {condition !== null && (
        <span>
          {words.policyName.when} <UntrustedText>{cut(conditionWords(condition, action), SHOWN)}</UntrustedText>
        </span>
      )}
      {reason && (
        <span className={classes.reason}>
          <UntrustedText>{cut(reason, SHOWN)}</UntrustedText>
        </span>
      )}
    </div>
  );
}
