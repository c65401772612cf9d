import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/me';
import type { Me } from '../../api/wire';
import { Page, Section } from '../../ui/page';
import { ProblemNote } from '../../ui/problem-note';
import { View } from '../../ui/view';
import { usageWords as words } from '../../words';
import { openPortal } from './api';
import { part } from './part';
import { PlanList } from './plan-list';
import classes from './usage.module.css';

/** The usage of the month, the features of each plan, and the link to pay. */
export default function UsagePage() {
  const me = useQuery({ ...meQuery, staleTime: 0 });
  return (
    <Page title={words.usagePage.title} lead={words.usagePage.lead}>
      <View query={me} label={words.usagePage.loading}>
        {(data) => <Usage me={data} />}
      </View>
    </Page>
  );
}

const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026`, of `2026-11`. */
const monthOf = (month: string) => months.format(Date.parse(`${month}-01`));

function Usage({ me: { organization, usage } }: { me: Me }) {
  const portal = useMutation({
    mutationFn: openPortal,
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <>
      <Section title={words.usagePage.meter(monthOf(usage.month))}>
        <Meter used={usage.actions} limit={usage.limit} />
      </Section>
      <Section
        title={words.usagePage.plans}
        actions={
          organization.plan !== 'FREE' && (
            <Button variant="default" loading={portal.isPending} onClick={() => portal.mutate(undefined)}>
              {words.usagePage.portal}
            </Button>
          )
        }
      >
        {portal.error && (
          <div className={classes.problem}>
            <ProblemNote error={portal.error} />
            <p>{words.usagePage.noBilling}</p>
          </div>
        )}
        <PlanList has={organization.plan} isBusy={portal.isPending} choose={(plan) => portal.mutate(plan)} />
      </Section>
    </>
  );
}

const ALMOST = 0.9;

/** A small share is not shown as zero. */
const percent = (share: number) =>
  share > 0 && share < 0.01 ? words.meter.underOnePercent : `${Math.floor(share * 100)} %`;

/** Shows the used part of the month's quota. */
function Meter({ used, limit }: { used: number; limit: number }) {
  const share = part(used, limit);
  const [usedText, limitText] = [used.toLocaleString('en'), limit.toLocaleString('en')];
  return (
    <div className={classes.meter}>
      <p className={classes.figure}>
        <strong>{usedText}</strong> {words.meter.of} {limitText}
      </p>
      <svg viewBox="0 0 1000 12" preserveAspectRatio="none" className={classes.bar} aria-hidden="true">
        <rect width="1000" height="12" className={classes.track} />
        <rect width={share * 1000} height="12" className={share >= ALMOST ? classes.almost : classes.used} />
      </svg>
      {share >= 1 ? (
        <p className={classes.over}>{words.meter.usedUp}</p>
      ) : (
        <p>
          {percent(share)} {words.meter.used}
        </p>
      )}
    </div>
  );
}
