import type { OperationDefinition, Reversibility } from '../../connectors/connector.js';

/** What the precapture of a call came to. `reversibility`: null where the name of the operation tells it. */
export interface CaptureFound {
  readonly failed: boolean;
  readonly reversibility: Reversibility | null;
}

/** How far one call can be undone, as policies read it. */
export interface CallUndo {
  readonly reversibility: Reversibility | 'unknown';
  readonly captureFailed: boolean | 'unknown';
}

type Named = Pick<OperationDefinition, 'reversibility' | 'precapture'>;

/**
 * What is undone needs what was captured: without it an operation is as irreversible as one that nothing undoes.
 * @param operation null: no connector knows it, and nothing can be captured
 * @param capture null: there is none; `simulated`: the session touches no provider, so that the name alone counts
 */
export function undoOf(operation: Named | null, capture: CaptureFound | 'simulated' | null): CallUndo {
  const named = operation?.reversibility ?? 'none';
  if (capture === 'simulated' || operation?.precapture === 'none')
    return { reversibility: named, captureFailed: false };
  if (operation === null || capture === null || capture.failed) return { reversibility: 'none', captureFailed: true };
  return { reversibility: capture.reversibility ?? named, captureFailed: false };
}

/** Of arguments that an operator edited: the client captures their state only once they are approved. */
export function undoOfEdited(operation: Named | null): CallUndo {
  if (operation?.precapture !== 'required') return undoOf(operation, null);
  return { reversibility: 'unknown', captureFailed: 'unknown' };
}
