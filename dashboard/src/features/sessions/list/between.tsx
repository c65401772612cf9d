import { TextInput } from '@mantine/core';
import { usePreferences } from '../../../preferences/preferences';
import { fromLocal, toLocal } from '../../../ui/local-time';
import type { useUrlState } from '../../../ui/url-state';
import { sessionsWords as words } from '../../../words';
import type { Filters } from '../filters';
import classes from './filter-bar.module.css';

interface BetweenProps {
  readonly filters: Filters;
  readonly change: ReturnType<typeof useUrlState>[1];
}

/** Edits two times in the time zone that the operator chose. */
export function Between({ filters: { since, until }, change }: BetweenProps) {
  const { timeZone } = usePreferences();
  const set = (name: 'since' | 'until') => (text: string) =>
    change({ [name]: fromLocal(text, timeZone), page: undefined, selected: undefined });
  return (
    <>
      {(['since', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          size="xs"
          type="datetime-local"
          className={classes.moment}
          aria-label={name === 'since' ? words.between.from : words.between.to}
          title={words.between.timeZone(timeZone)}
          defaultValue={toLocal(name === 'since' ? since : until, timeZone)}
          onBlur={(event) => set(name)(event.currentTarget.value)}
        />
      ))}
    </>
  );
}
