import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import classes from './back.module.css';

/** From a page about one to the list of all, as the head of the page begins. */
export function Back({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={classes.back} aria-label={label}>
      <ChevronLeft size={16} aria-hidden />
    </Link>
  );
}
