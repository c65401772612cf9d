import type { ConnectorContext } from '../../connector.js';
import { NotCapturable, type ResourceProvider } from '../resource.js';

/**
 * The place that the credential reaches: a call at one place is never undone at another (docs/contract.md, "Evidence").
 */
export function placeOf<C>(provider: ResourceProvider<C>, { credentials }: ConnectorContext): string {
  return provider.placeOf?.(credentials) ?? (credentials.baseUrl ?? '').replace(/\/+$/, '');
}

/** @throws NotCapturable when the credential leads elsewhere than when the call was captured */
export function assertSamePlace<C>(provider: ResourceProvider<C>, captured: string, context: ConnectorContext): void {
  const now = placeOf(provider, context);
  if (now === captured) return;
  const named = (place: string) => place || `the address of ${provider.title}`;
  throw new NotCapturable(
    `the credential led to ${named(captured)} when the call was captured, and leads to ${named(now)} now`,
  );
}
