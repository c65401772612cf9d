import { Link } from '@tanstack/react-router';
import { cut } from '../../../ui/cut';
import { StrangerText } from '../../../ui/stranger-text';
import type { Agent } from '../api/list';
import classes from './agent-name.module.css';

const SHOWN = 140;

export function AgentName({ agent: { id, slug, displayName, description } }: { agent: Agent }) {
  return (
    <div className={classes.name}>
      <Link to={`/agents/${id}` as string} preload={false}>
        <StrangerText>{cut(displayName, SHOWN)}</StrangerText>
      </Link>
      {displayName !== slug && <code>{slug}</code>}
      {description && (
        <span className={classes.description}>
          <StrangerText>{cut(description, SHOWN)}</StrangerText>
        </span>
      )}
    </div>
  );
}
