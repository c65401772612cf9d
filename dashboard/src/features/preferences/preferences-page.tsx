import { NativeSelect, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { preferences, usePreferences } from '../../preferences/preferences';
import { absolute } from '../../ui/moments';
import { useNow } from '../../ui/now';
import { PageHead } from '../../ui/page-head';
import { preferenceWords as words } from '../../words';
import { OwnSessions } from './own-sessions';
import { PersonalTokens } from './personal-tokens';
import classes from './preferences-page.module.css';

const ZONES = [
  { value: 'local', label: words.preferencesPage.browserZone(Intl.DateTimeFormat().resolvedOptions().timeZone) },
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
        <PageHead title={words.preferencesPage.title}>{words.preferencesPage.lead}</PageHead>
        <div className={classes.field}>
          <span id="colours">{words.preferencesPage.colours}</span>
          <SegmentedControl
            aria-labelledby="colours"
            value={colorScheme}
            onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
            data={[
              { value: 'auto', label: words.preferencesPage.system },
              { value: 'light', label: words.preferencesPage.light },
              { value: 'dark', label: words.preferencesPage.dark },
            ]}
          />
        </div>
        <div className={classes.field}>
          <span id="times">{words.preferencesPage.times}</span>
          <SegmentedControl
            aria-labelledby="times"
            value={times}
            onChange={(chosen) => preferences.set({ times: chosen as typeof times })}
            data={[
              { value: 'relative', label: '5m ago' },
              { value: 'absolute', label: words.preferencesPage.absolute },
            ]}
          />
        </div>
        <NativeSelect
          label={words.preferencesPage.timeZone}
          description={words.preferencesPage.now(absolute(now, timeZone))}
          value={timeZone}
          onChange={(event) => preferences.set({ timeZone: event.currentTarget.value })}
          data={ZONES}
        />
        <Switch
          label={words.preferencesPage.keys}
          description={words.preferencesPage.keysHelp}
          checked={singleKeys}
          onChange={(event) => preferences.set({ singleKeys: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.sessions}>
        <OwnSessions />
        <PersonalTokens />
      </div>
    </>
  );
}
