import { Button, type ButtonProps } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { isChord } from '../keyboard/chord';

/** The device of a decision. A decision by key is held back for some seconds: see deferred/deferred.ts. */
export type By = 'pointer' | 'key';

interface DecideButtonProps extends ButtonProps {
  readonly decide: (by: By) => void;
  /** Enter or the space bar alone: shows the step that a typed text cannot pass. */
  readonly onKey?: () => void;
  readonly children: ReactNode;
}

/** Decides by pointer, or by Ctrl+Enter. Enter and the space bar decide nothing: both are part of typed texts. */
export function DecideButton({ decide, onKey, ...props }: DecideButtonProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    if (isChord(event)) decide('key');
    else if (!event.repeat) onKey?.();
  };
  return (
    <Button
      {...props}
      type="button"
      onClick={() => decide('pointer')}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
    />
  );
}
