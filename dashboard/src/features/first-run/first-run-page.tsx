import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../../ui/copyable';
import { Page, Section } from '../../ui/page';
import { type Search, useUrlState } from '../../ui/url-state';
import { firstRunWords as words } from '../../words';
import { sdkPackageQuery } from './api';
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
    <Page title={words.firstRunPage.title} lead={words.firstRunPage.lead}>
      <Section title={words.firstRunPage.stepKey} lead={words.firstRunPage.stepKeyLead}>
        <FirstKey />
      </Section>
      <Section title={words.firstRunPage.stepRun} lead={words.firstRunPage.stepRunLead}>
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
          {words.firstRunPage.saveAs} <code>agent.mjs</code>:
        </p>
        <Copyable key={`${id} agent`} label={words.firstRunPage.program(label)} text={code} />
        <Copyable label={words.firstRunPage.run} text={words.firstRunPage.command} />
        <p>
          {words.firstRunPage.liveKey} <Link to="/connectors">{words.firstRunPage.connectorsLink}</Link>{' '}
          {words.firstRunPage.liveKeyReason}
        </p>
      </Section>
      <Section title={words.firstRunPage.stepWatch} lead={words.firstRunPage.stepWatchLead}>
        <Arrival />
      </Section>
    </Page>
  );
}
