import { preferences } from '../preferences/preferences';
import { gate } from './gate';
import { type Command, isAction, isSingle, registry } from './registry';

const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
/** They do something of their own with Enter and the space bar. */
const PRESSED = 'button, a[href], summary, [role="option"], [role="menuitem"]';

const pressed = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key.length === 1 ? key.toLowerCase() : key}`;

function mayRun(command: Command, event: KeyboardEvent, isClosed: boolean): boolean {
  if (isAction(command) && command.always) return true;
  if (isClosed) return false;
  if (!isAction(command)) return !event.repeat;
  const target = event.target instanceof Element ? event.target : document.body;
  if (!isSingle(command)) return true;
  if (command.keys === 'Escape') return true;
  if (!preferences.get().singleKeys) return false;
  return !target.closest(TYPED_INTO) && !(command.keys === 'Enter' && target.closest(PRESSED));
}

/** Runs the command of a key on the visible page. No other code does. */
export function listenToKeys(): () => void {
  // The key that closes a dialog reaches the page after the dialog is gone.
  let wasClosed = false;
  const onAnyKeyDown = () => {
    wasClosed = gate.isClosed();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const keys = pressed(event);
    const isClosed = wasClosed || gate.isClosed();
    const commands = registry.groups().flatMap((group) => group.commands);
    const command = commands.find((one) => one.keys === keys && mayRun(one, event, isClosed));
    if (!command) return;
    event.preventDefault();
    if (isAction(command)) command.run();
    else command.decide();
  };
  window.addEventListener('keydown', onAnyKeyDown, { capture: true });
  document.addEventListener('keydown', onKeyDown);
  return () => {
    window.removeEventListener('keydown', onAnyKeyDown, { capture: true });
    document.removeEventListener('keydown', onKeyDown);
  };
}
