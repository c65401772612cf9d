import type { Command } from '../keyboard/registry';
import { useCommands } from '../keyboard/use-commands';
import { commonWords as words } from '../words';
import type { useUrlState } from './url-state';

interface RowKeys {
  readonly title: string;
  /** The name of a row's resource: `policy`. */
  readonly one: string;
  readonly ids: readonly string[];
  /** The id of the selected row in the URL. */
  readonly selected: string | undefined;
  readonly change: ReturnType<typeof useUrlState>[1];
  readonly open: (id: string) => void;
  /** Returns further commands for the selected row. */
  readonly also?: (id: string) => readonly (Command | null | false)[];
}

/** Handles J, K, Enter and Escape in a table, whose rows are named by `data-row`. */
export function useRowKeys({ title, one, ids, selected, change, open, also }: RowKeys): void {
  const at = ids.indexOf(selected ?? '');
  const step = (by: number) => {
    const next = ids[at < 0 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)];
    if (next === undefined) return;
    change({ selected: next });
    const row = document.querySelector(`[data-row="${CSS.escape(next)}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  };
  const id = at < 0 ? undefined : selected;
  useCommands(title, [
    { keys: 'j', label: words.useRowKeys.next(one), run: () => step(1) },
    { keys: 'k', label: words.useRowKeys.previous(one), run: () => step(-1) },
    id !== undefined && { keys: 'Enter', label: words.useRowKeys.open(one), run: () => open(id) },
    id !== undefined && {
      keys: 'Escape',
      label: words.useRowKeys.selectNone,
      run: () => change({ selected: undefined }),
    },
    ...(id !== undefined ? (also?.(id) ?? []) : []),
  ]);
}
