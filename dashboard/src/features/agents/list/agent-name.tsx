import { Link } from '@tanstack/react-router';
import { cut } from '../../../ui/cut';
import { UntrustedText } from '../../../ui/untrusted-text';
import type { Agent } from '../api';
import classes from './agent-name.module.css';

const SHOWN = 140;

export function AgentName({ agent: { id, slug, displayName, description } }: { agent: Agent }) {
  return (
    <div className={classes.name}>
      <Link to={`/agents/${id}` as string} preload={false}>
        <UntrustedText>{cut(displayName, SHOWN)}</UntrustedText>
      </Link>
      {displayName !== slug && <code>{slug}</code>}
      {description && (
        <span className={classes.description}>
          <UntrustedText>{cut(description, SHOWN)}</UntrustedText>
        </span>
      )}
    </div>
  );
}
