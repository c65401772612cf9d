import type { RegistryService } from '../registry/registry.service.js';
import type { ActionRow } from './action.view.js';

/**
 * The summary of a read (docs/contract.md, "Summaries"), with the values that the call replaced where they were captured for
 * these very arguments, and were read.
 */
export function readSummary(
  registry: Pick<RegistryService, 'summaryOf'>,
  { api_name, payload, snapshot_content, snapshot_payload_hash, payload_hash }: ActionRow,
): string {
  return registry.summaryOf(api_name, payload, snapshot_payload_hash === payload_hash ? snapshot_content : null);
}
