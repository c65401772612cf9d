import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { sampleWords as words } from '../../words';
import classes from './sample-banner.module.css';

const RemoveSample = lazyOverlay(() => import('./remove-sample'));

/** The service makes its sample organization with this address, which no mail reaches. */
const SAMPLE_EMAIL = 'sample@backstop.invalid';

/** Marks an organization of sample data on every page, and removes it. */
export function SampleBanner({ email }: { email: string }) {
  const [isAsked, setIsAsked] = useState(false);
  if (email !== SAMPLE_EMAIL) return null;
  return (
    <aside className={classes.banner} aria-label={words.label}>
      <p>{words.marked}</p>
      <Button variant="default" size="compact-xs" onClick={() => setIsAsked(true)}>
        {words.remove}
      </Button>
      {isAsked && <RemoveSample close={() => setIsAsked(false)} />}
    </aside>
  );
}
