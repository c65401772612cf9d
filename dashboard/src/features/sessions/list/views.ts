import type { Search } from '../../../ui/url-state';
import { NO_FILTERS } from '../filters';

const KEY = 'backstop.session-views';
const MOST = 50;
const LONGEST = 60;

/** A name for filters; `search` is what the URL has of them. */
export interface SavedView {
  readonly name: string;
  readonly search: Search;
}

/** The views of this browser, by organization. */
export function storedViews(organization: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${KEY}.${organization}`) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  typeof (value as SavedView).search === 'object' &&
  (value as SavedView).search !== null;

function store(organization: string, views: readonly SavedView[]): readonly SavedView[] {
  localStorage.setItem(`${KEY}.${organization}`, JSON.stringify(views));
  return views;
}

/** Under a name that is there already, the view replaces the former one. */
export function saveView(organization: string, name: string, search: Search): readonly SavedView[] {
  const called = name.trim().slice(0, LONGEST);
  const others = storedViews(organization).filter((view) => view.name !== called);
  return store(organization, [...others, { name: called, search: filtersOf(search) }].slice(-MOST));
}

export const removeView = (organization: string, name: string): readonly SavedView[] =>
  store(
    organization,
    storedViews(organization).filter((view) => view.name !== name),
  );

/** The filters of a URL, without the page and the selection. */
export function filtersOf(search: Search): Search {
  const { page: _page, selected: _selected, view: _view, ...filters } = search;
  return Object.fromEntries(Object.entries(filters).filter(([name, value]) => name in NO_FILTERS && value));
}
