import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { rollbackWords as words } from '../../words';

const AT_ONCE = 100;

interface LimitedProps<T> {
  readonly items: readonly T[];
  readonly children: (item: T) => ReactNode;
}

/** Shows a long list, a hundred more at a time; the text above it gives the total. */
export function Limited<T>({ items, children }: LimitedProps<T>) {
  const [count, setCount] = useState(AT_ONCE);
  const left = items.length - count;
  return (
    <>
      <ol>{items.slice(0, count).map(children)}</ol>
      {left > 0 && (
        <Button variant="default" onClick={() => setCount(count + AT_ONCE)}>
          {words.limited.show} {Math.min(left, AT_ONCE)} {words.limited.moreOf} {left.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}
