import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Json } from '../api/json';
import { commonWords as words } from '../words';
import classes from './json-block.module.css';
import { shown } from './reveal';
import { UntrustedText } from './untrusted-text';

const SHOWN_AT_FIRST = 4_000;

/** A value that an agent or a provider made, as text: never as markup, and never with a character that hides. */
export function JsonBlock({ value, label }: { value: Json | undefined; label: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const text = shown(value);
  const isCut = text.length > SHOWN_AT_FIRST && !isWhole;
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <section tabIndex={0} aria-label={label} className={classes.scroller}>
        <pre>
          <UntrustedText revealed>{isCut ? text.slice(0, SHOWN_AT_FIRST) : text}</UntrustedText>
        </pre>
      </section>
      {isCut && (
        <UnstyledButton className={classes.more} onClick={() => setIsWhole(true)}>
          {words.jsonBlock.showAll} {text.length.toLocaleString('en')} {words.jsonBlock.characters}
        </UnstyledButton>
      )}
    </div>
  );
}
