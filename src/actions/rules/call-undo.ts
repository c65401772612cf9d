import type { OperationDefinition, Reversibility } from '../../connectors/connector.js';

/** The result of the precapture of a call. `reversibility` is null when the name of the operation determines it. */
export interface CaptureFound {
  readonly failed: boolean;
  readonly reversibility: Reversibility | null;
}

/** The reversibility of one call, as policies read it. */
export interface CallUndo {
  readonly reversibility: Reversibility | 'unknown';
  readonly captureFailed: boolean | 'unknown';
}

type Named = Pick<OperationDefinition, 'reversibility' | 'precapture'>;

/**
 * An undo needs a capture: without it an operation is as irreversible as one that has no undo.
 * @param operation null when no connector knows it, so that nothing can be captured
 * @param capture null when there is none; `simulated`: the session touches no provider, so that the name alone counts
 */
export function undoOf(operation: Named | null, capture: CaptureFound | 'simulated' | null): CallUndo {
  const named = operation?.reversibility ?? 'none';
  if (capture === 'simulated' || operation?.precapture === 'none')
    return { reversibility: named, captureFailed: false };
  if (operation === null || capture === null || capture.failed) return { reversibility: 'none', captureFailed: true };
  return { reversibility: capture.reversibility ?? named, captureFailed: false };
}

/** Answers for arguments that an operator edited: the client captures their state only once they are approved. */
export function undoOfEdited(operation: Named | null): CallUndo {
  if (operation?.precapture !== 'required') return undoOf(operation, null);
  return { reversibility: 'unknown', captureFailed: 'unknown' };
}
