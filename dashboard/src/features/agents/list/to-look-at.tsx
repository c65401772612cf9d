import { Link } from '@tanstack/react-router';
import { agentWords as words } from '../../../words';
import type { Dirty } from '../api/dirty';
import type { Agent } from '../api/list';
import { dirtyOf } from '../filters';
import classes from './to-look-at.module.css';

/** Shows the number of an agent's sessions that need attention. */
export function ToLookAt({ agent, dirty }: { agent: Agent; dirty: Dirty | undefined }) {
  if (!dirty) return <span className={classes.none}>…</span>;
  const count = dirtyOf(dirty, agent);
  if (count === 0)
    return <span className={classes.none}>{dirty.isCut ? words.toLookAt.noneOfNewest : words.toLookAt.none}</span>;
  return (
    <Link
      className={classes.some}
      to={'/sessions' as string}
      search={{ agent: agent.slug, dirty: 'true' } as never}
      preload={false}
    >
      {count.toLocaleString('en')}
      {dirty.isCut ? words.toLookAt.orMore : ''} {count === 1 ? words.toLookAt.session : words.toLookAt.sessions}
    </Link>
  );
}
