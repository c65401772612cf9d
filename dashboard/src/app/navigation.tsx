import { Link } from '@tanstack/react-router';
import { includes } from '../api/me';
import type { Plan } from '../api/wire';
import classes from './navigation.module.css';
import { pages } from './pages';
import { useCounts } from './use-counts';

/** Lists the pages by their names; those that need a higher plan say so. */
export function Navigation({ plan, onLeave }: { plan: Plan; onLeave?: () => void }) {
  const counts = useCounts();
  return (
    <ul className={classes.pages}>
      {pages.map(({ path, title, icon: Icon, plan: needed }) =>
        Icon ? (
          <li key={path}>
            <Link to={path} className={classes.page} activeProps={{ className: classes.active }} onClick={onLeave}>
              <Icon size={16} aria-hidden />
              <span>{title}</span>
              {counts[path] && counts[path].count > 0 && (!needed || includes(plan, needed)) && (
                <span className={classes.count}>{counts[path].text}</span>
              )}
              {needed && !includes(plan, needed) && <span className={classes.plan}>{needed}</span>}
            </Link>
          </li>
        ) : null,
      )}
    </ul>
  );
}
