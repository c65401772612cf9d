import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../../ui/copyable';
import { Page, Section } from '../../ui/page';
import { type Search, useUrlState } from '../../ui/url-state';
import { firstRunWords as words } from '../../words';
import { sdkPackageQuery } from './api/sdk-package';
import { Arrival } from './arrival';
import { FirstKey } from './first-key';
import classes from './first-run.module.css';
import { preparation, STARTERS } from './starters';

const read = ({ client }: Search) => ({ starter: STARTERS.find(({ id }) => id === client) ?? STARTERS[0] });

/** Leads from nothing to the first session: a key, a program of ten lines, and its calls. */
export default function FirstRunPage() {
  const [{ starter }, change] = useUrlState(read);
  const { data: sdk, isPending } = useQuery(sdkPackageQuery);
  if (!starter || isPending) return null;
  const { id, label, code } = starter;
  return (
    <Page title={words.firstRunPage.yourFirstAgent} lead={words.firstRunPage.createAKeyRunA}>
      <Section title={words.firstRunPage.n1CreateAKey} lead={words.firstRunPage.theKeyIsShownOnce}>
        <FirstKey />
      </Section>
      <Section title={words.firstRunPage.n2RunAnAgent} lead={words.firstRunPage.chooseTheClientOfYour}>
        <div className={classes.clients}>
          <SegmentedControl
            aria-label={words.firstRunPage.client}
            size="xs"
            value={id}
            onChange={(client) => change({ client })}
            data={STARTERS.map((one) => ({ value: one.id, label: one.label }))}
          />
        </div>
        <Copyable
          key={`${id} before`}
          label={words.firstRunPage.before(label)}
          text={preparation(starter, sdk ?? null)}
        />
        <p>
          {words.firstRunPage.saveThisAs} <code>agent.mjs</code>:
        </p>
        <Copyable key={`${id} agent`} label={words.firstRunPage.theAgent(label)} text={code} />
        <Copyable label={words.firstRunPage.runIt} text={words.firstRunPage.nodeAgentMjs} />
        <p>
          {words.firstRunPage.withALiveKeyStore} <Link to="/connectors">{words.firstRunPage.connectors}</Link>{' '}
          {words.firstRunPage.firstBackstopCapturesAndRestores}
        </p>
      </Section>
      <Section title={words.firstRunPage.n3WatchIt} lead={words.firstRunPage.theSessionAppearsWithoutA}>
        <Arrival />
      </Section>
    </Page>
  );
}
