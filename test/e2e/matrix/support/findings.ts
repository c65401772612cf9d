/** Thrown when one finding is enough. */
class Enough extends Error {}

/** Counts the cells that the matrix has asked, and collects the answers that differ from the model's. */
export class Findings {
  cells = 0;
  readonly mismatches: string[] = [];

  constructor(private readonly oneIsEnough = false) {}

  add(mismatch: string): void {
    this.mismatches.push(mismatch);
    if (this.oneIsEnough) throw new Enough(mismatch);
  }

  compare(cell: string, expected: unknown, seen: unknown): void {
    if (expected !== seen) this.add(`${cell}: expected ${expected}, seen ${seen}`);
  }

  /** Runs the parts of the matrix one after the other, until there is enough. */
  static async of(parts: readonly ((findings: Findings) => Promise<void>)[], oneIsEnough = false): Promise<Findings> {
    const findings = new Findings(oneIsEnough);
    try {
      for (const part of parts) await part(findings);
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
    return findings;
  }
}
