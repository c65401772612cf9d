import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { rollbackWords as words } from '../../words';

const MORE_ITEMS = 100;

interface LimitedProps<T> {
  readonly items: readonly T[];
  readonly children: (item: T) => ReactNode;
}

/** Shows a long list, a hundred more at a time; the text above it gives the total. */
export function Limited<T>({ items, children }: LimitedProps<T>) {
  const [count, setCount] = useState(MORE_ITEMS);
  const left = items.length - count;
  return (
    <>
      <ol>{items.slice(0, count).map(children)}</ol>
      {left > 0 && (
        <Button variant="default" onClick={() => setCount(count + MORE_ITEMS)}>
          {words.limited.show} {Math.min(left, MORE_ITEMS)} {words.limited.of} {left.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}
