import { type ComponentType, lazy, Suspense } from 'react';
import { useClosedGate } from './gate';

/**
 * Loads a dialog or drawer from a chunk of its own. The keys of the page are off from the press that asks for it, while
 * its chunk loads, until it is gone. A dialog that decides comes with its page instead: see features/approvals/decide.
 */
export function lazyOverlay<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Part = lazy(load) as unknown as ComponentType<P>;
  return function Overlay(props: P) {
    useClosedGate();
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
