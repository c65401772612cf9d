import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { includes } from '../api/me';
import type { Plan } from '../api/wire';
import { type Action, isAction, registry } from '../keyboard/registry';
import { shellWords as words } from '../words';
import { pages } from './pages';

interface EverythingProps {
  readonly close: () => void;
  readonly plan: Plan;
}

/** Opens with Ctrl-K and lists every page, and every command of the open page. Commands that decide are not listed. */
export default function Everything({ close, plan }: EverythingProps) {
  const navigate = useNavigate();
  // It tells that it closes only if its own store opened it.
  const [[store, { open }]] = useState(createSpotlight);
  useEffect(open, [open]);
  const goTo: SpotlightActionData[] = pages
    .filter(({ icon, plan: needed }) => icon && includes(plan, needed))
    .map(({ path, title, icon: Icon, also }) => ({
      id: path,
      label: title,
      leftSection: Icon && <Icon size={16} />,
      keywords: also,
      onClick: () => void navigate({ to: path }),
    }));
  const commands = registry.groups().flatMap((group) => group.commands.filter(isAction).filter(isListed).map(actionOf));
  return (
    <Spotlight
      store={store}
      transitionProps={{ duration: 200, transition: 'pop', onExited: close }}
      attributes={{ content: { 'aria-label': words.everything.find } }}
      shortcut={null}
      lockScroll={false}
      actions={[
        { group: words.everything.pages, actions: goTo },
        { group: words.everything.commands, actions: commands },
      ]}
      searchProps={{
        placeholder: words.everything.placeholder,
        'aria-label': words.everything.find,
        leftSection: <Search size={16} />,
      }}
      nothingFound={words.everything.none}
      highlightQuery
      scrollable
      maxHeight={420}
    />
  );
}

const isListed = ({ keys }: Action) => keys !== 'mod+k' && keys !== 'Escape';

const actionOf = ({ keys, label, run }: Action): SpotlightActionData => ({
  id: `${keys} ${label}`,
  label,
  rightSection: <kbd>{keys}</kbd>,
  onClick: run,
});
