import { preferences } from '../preferences/preferences';
import { type Command, isSingle, registry } from './registry';

const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
/** They do something of their own with Enter and the space bar. */
const PRESSED = 'button, a[href], summary, [role="option"], [role="menuitem"]';

const pressed = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key.length === 1 ? key.toLowerCase() : key}`;

function mayRun(command: Command, event: KeyboardEvent): boolean {
  if (command.always) return true;
  const target = event.target instanceof Element ? event.target : document.body;
  if (document.querySelector('[aria-modal="true"], [role="menu"]')) return false;
  if (!isSingle(command)) return true;
  if (command.keys === 'Escape') return true;
  if (!preferences.get().singleKeys) return false;
  return !target.closest(TYPED_INTO) && !(command.keys === 'Enter' && target.closest(PRESSED));
}

/** Runs what a key means on the page that is on the screen. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const keys = pressed(event);
    const commands = registry.groups().flatMap((group) => group.commands);
    const command = commands.find((one) => one.keys === keys && mayRun(one, event));
    if (!command) return;
    event.preventDefault();
    command.run();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
