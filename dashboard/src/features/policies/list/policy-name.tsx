import { Link } from '@tanstack/react-router';
import { cut } from '../../../ui/cut';
import { StrangerText } from '../../../ui/stranger-text';
import { policyWords as words } from '../../../words';
import type { Policy } from '../api/list';
import { conditionWords } from '../sentence';
import classes from './policy-name.module.css';

const SHOWN = 160;

/** Shows the calls that a policy is about, and its message to the agent. */
export function PolicyName({ policy }: { policy: Policy }) {
  const { id, name, apiNamePattern, condition, action, reason } = policy;
  return (
    <div className={classes.name}>
      <Link to={`/policies/${id}` as string} preload={false}>
        {name === null ? <code>{apiNamePattern}</code> : <StrangerText>{name}</StrangerText>}
      </Link>
      {name !== null && <code>{apiNamePattern}</code>}
      {condition !== null && (
        <span>
          {words.policyName.when} <StrangerText>{cut(conditionWords(condition, action), SHOWN)}</StrangerText>
        </span>
      )}
      {reason && (
        <span className={classes.reason}>
          <StrangerText>{cut(reason, SHOWN)}</StrangerText>
        </span>
      )}
    </div>
  );
}
