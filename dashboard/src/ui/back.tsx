import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import classes from './back.module.css';

/** Links from the head of a page to the list that it belongs to. */
export function Back({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={classes.back} aria-label={label}>
      <ChevronLeft size={16} aria-hidden />
    </Link>
  );
}
