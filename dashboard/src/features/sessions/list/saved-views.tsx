import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { Bookmark, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useMe } from '../../../api/me';
import { Dialog } from '../../../ui/dialog';
import type { Search } from '../../../ui/url-state';
import { sessionsWords as words } from '../../../words';
import classes from './saved-views.module.css';
import { filtersOf, removeView, type SavedView, saveView, storedViews } from './views';

const STANDARD: readonly SavedView[] = [
  { name: words.standardViews.attention, search: { dirty: 'true' } },
  { name: words.standardViews.waiting, search: { status: 'AWAITING_APPROVAL' } },
  { name: words.standardViews.drifted, search: { drift: 'DRIFTED', since: '7d' } },
  { name: words.standardViews.blocked, search: { blocked: 'true', since: '24h' } },
];

/** A link may have been written by an attacker. */
const SHOWN_OF_NAME = 60;

/** Filters by name: a link to each, so that it can be sent to a colleague, and a name for those of the page. */
export function SavedViews() {
  const { data: me } = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const { view } = useSearch({ strict: false }) as Search;
  return (
    <>
      <Button variant="default" leftSection={<Bookmark size={14} />} onClick={() => setIsOpen(true)}>
        {view ? `${words.views}: ${view.slice(0, SHOWN_OF_NAME)}` : words.views}
      </Button>
      {isOpen && me && (
        <Dialog title={words.views} size="sm" onClose={() => setIsOpen(false)}>
          <Views organization={me.organization.id} close={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Views({ organization, close }: { organization: string; close: () => void }) {
  const search = useSearch({ strict: false }) as Search;
  const [own, setOwn] = useState(() => storedViews(organization));
  const [name, setName] = useState('');
  const hasFilters = Object.keys(filtersOf(search)).length > 0;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || !hasFilters) return;
    setOwn(saveView(organization, name, search));
    setName('');
  };
  return (
    <div className={classes.views}>
      <ul>
        {STANDARD.map((view) => (
          <ViewLink key={view.name} view={view} close={close} />
        ))}
      </ul>
      {own.length > 0 && (
        <>
          <h3>{words.ownViews}</h3>
          <ul aria-label={words.ownViews}>
            {own.map((view) => (
              <ViewLink
                key={view.name}
                view={view}
                close={close}
                remove={() => setOwn(removeView(organization, view.name))}
              />
            ))}
          </ul>
        </>
      )}
      {hasFilters && (
        <form onSubmit={save}>
          <TextInput
            size="xs"
            label={words.viewName}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {words.saveView}
          </Button>
        </form>
      )}
    </div>
  );
}

interface ViewLinkProps {
  readonly view: SavedView;
  readonly close: () => void;
  readonly remove?: () => void;
}

function ViewLink({ view: { name, search }, close, remove }: ViewLinkProps) {
  return (
    <li>
      <Link to={'/sessions' as string} search={{ ...search, view: name } as never} onClick={close}>
        {name}
      </Link>
      {remove && (
        <ActionIcon variant="subtle" aria-label={words.removeView(name)} onClick={remove}>
          <X size={14} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
