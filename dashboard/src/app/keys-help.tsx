import { Kbd, Switch } from '@mantine/core';
import { registry } from '../keyboard/registry';
import { preferences, usePreferences } from '../preferences/preferences';
import { Dialog } from '../ui/dialog';
import { shellWords as words } from '../words';
import classes from './keys-help.module.css';

/** `?`: what each key does on the open page. */
export default function KeysHelp({ close }: { close: () => void }) {
  const { singleKeys } = usePreferences();
  return (
    <Dialog onClose={close} title={words.keysHelp.title} size="md">
      <Switch
        label={words.keysHelp.title}
        description={words.keysHelp.offHelp}
        checked={singleKeys}
        onChange={(event) => preferences.set({ singleKeys: event.currentTarget.checked })}
      />
      {registry.groups().map(({ title, commands }) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl>
            {commands.map(({ keys, label }) => (
              <div key={keys}>
                <dt>{label}</dt>
                <dd>
                  <Kbd>{nameOf(keys)}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

const nameOf = (keys: string): string =>
  keys.startsWith('mod+') ? words.keysHelp.ctrl(nameOf(keys.slice(4))) : keys.length === 1 ? keys.toUpperCase() : keys;
