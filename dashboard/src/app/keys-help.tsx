import { Kbd, Modal, Switch } from '@mantine/core';
import { registry } from '../keyboard/registry';
import { preferences, usePreferences } from '../preferences/preferences';
import classes from './keys-help.module.css';

/** `?`: what each key does on the page that is open. */
export default function KeysHelp({ close }: { close: () => void }) {
  const { singleKeys } = usePreferences();
  return (
    <Modal opened onClose={close} title="Keys" size="md">
      <Switch
        label="Single keys"
        description="Off: only Ctrl-K, Escape and the keys of the browser do something."
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
    </Modal>
  );
}

const nameOf = (keys: string) =>
  keys.startsWith('mod+') ? `Ctrl ${keys.slice(4).toUpperCase()}` : keys.length === 1 ? keys.toUpperCase() : keys;
