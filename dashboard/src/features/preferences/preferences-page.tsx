import { NativeSelect, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { preferences, usePreferences } from '../../preferences/preferences';
import { absolute } from '../../ui/moments';
import { useNow } from '../../ui/now';
import { PageHead } from '../../ui/page-head';
import { OwnSessions } from './own-sessions';
import classes from './preferences-page.module.css';

const ZONES = [
  { value: 'local', label: `Browser time zone (${Intl.DateTimeFormat().resolvedOptions().timeZone})` },
  { value: 'UTC', label: 'UTC' },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone })),
];

/** Edits how this browser shows the dashboard. */
export default function PreferencesPage() {
  const { timeZone, times, singleKeys } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const now = useNow();
  return (
    <>
      <div className={classes.page}>
        <PageHead title="Preferences">Saved in this browser.</PageHead>
        <div className={classes.field}>
          <span id="colours">Colours</span>
          <SegmentedControl
            aria-labelledby="colours"
            value={colorScheme}
            onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
            data={[
              { value: 'auto', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </div>
        <div className={classes.field}>
          <span id="times">Times</span>
          <SegmentedControl
            aria-labelledby="times"
            value={times}
            onChange={(chosen) => preferences.set({ times: chosen as typeof times })}
            data={[
              { value: 'relative', label: '5m ago' },
              { value: 'absolute', label: 'Date and time' },
            ]}
          />
        </div>
        <NativeSelect
          label="Time zone"
          description={`Now it is ${absolute(now, timeZone)}.`}
          value={timeZone}
          onChange={(event) => preferences.set({ timeZone: event.currentTarget.value })}
          data={ZONES}
        />
        <Switch
          label="Keyboard shortcuts"
          description="J, K, A, R and the other single keys. When off, only Ctrl+K, Ctrl+Enter, Escape and the keys of the browser work."
          checked={singleKeys}
          onChange={(event) => preferences.set({ singleKeys: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.sessions}>
        <OwnSessions />
      </div>
    </>
  );
}
