import { Link } from '@tanstack/react-router';
import { agentWords as words } from '../../../words';
import type { Agent, Dirty } from '../api';
import { dirtyOf } from '../filters';
import classes from './needs-attention.module.css';

/** Shows the number of an agent's sessions that need attention. */
export function NeedsAttention({ agent, dirty }: { agent: Agent; dirty: Dirty | undefined }) {
  if (!dirty) return <span className={classes.none}>…</span>;
  const count = dirtyOf(dirty, agent);
  if (count === 0)
    return (
      <span className={classes.none}>
        {dirty.isCut ? words.needsAttention.noneOfNewest : words.needsAttention.none}
      </span>
    );
  return (
    <Link
      className={classes.some}
      to={'/sessions' as string}
      search={{ agent: agent.slug, dirty: 'true' } as never}
      preload={false}
    >
      {count.toLocaleString('en')}
      {dirty.isCut ? words.needsAttention.orMore : ''}{' '}
      {count === 1 ? words.needsAttention.session : words.needsAttention.sessions}
    </Link>
  );
}
