import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { commonWords as words } from '../words';
import classes from './copyable.module.css';

interface CopyableProps {
  readonly text: string;
  /** Its name for a screen reader. */
  readonly label: string;
  /** True for a secret: it is shown in full, on several lines if needed, because a line break does not change it. */
  readonly wraps?: boolean;
}

type State = 'idle' | 'copied' | 'selected';

const SAID: Readonly<Record<State, string>> = {
  idle: '',
  copied: words.copyable.copied,
  selected: words.copyable.selected,
};

/** A text to take elsewhere: a secret, a command, a program. */
export function Copyable({ text, label, wraps = false }: CopyableProps) {
  const shown = useRef<HTMLPreElement>(null);
  const [state, setState] = useState<State>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Without https there is no clipboard, and a browser may refuse it: the operator copies the selection.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setState('selected');
    }
  };
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <section className={classes.scroller} tabIndex={0} aria-label={label}>
        <pre ref={shown} className={wraps ? classes.wrapped : undefined}>
          {text}
        </pre>
      </section>
      <div className={classes.side}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={words.copyable.copyOf(label)}
          leftSection={state === 'copied' ? <Check size={13} /> : <Copy size={13} />}
          onClick={() => void copy()}
        >
          {words.copyable.copy}
        </Button>
        <span role="status">{SAID[state]}</span>
      </div>
    </div>
  );
}
