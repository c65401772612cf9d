/** A model behind an OpenAI-compatible endpoint that reads sessions beside the deterministic evaluator. */
export interface JudgeModel {
  readonly baseUrl: string;
  /** Null when the endpoint needs none. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly timeoutMs: number;
  /** Questions an organization may have asked on one day (UTC). */
  readonly dailyQuestions: number;
}

interface Reader {
  text(name: string): string | null;
  url(name: string, protocols: readonly string[]): string | null;
  integer(name: string, fallback: number, min: number, max: number): number;
}

/** Null when intent is judged by rules alone. */
export function readJudgeModel({ text, url, integer }: Reader, problems: string[]): JudgeModel | null {
  const baseUrl = url('LLM_BASE_URL', ['http', 'https']);
  const model = text('LLM_MODEL');
  const limits = {
    timeoutMs: integer('LLM_TIMEOUT_SECONDS', 20, 1, 120) * 1_000,
    dailyQuestions: integer('LLM_DAILY_QUESTIONS', 200, 0, 1_000_000),
  };
  if (baseUrl && model) return { baseUrl, apiKey: text('LLM_API_KEY'), model, ...limits };
  if (baseUrl) problems.push('LLM_MODEL must be set along with LLM_BASE_URL');
  if (model) problems.push('LLM_BASE_URL must be set along with LLM_MODEL');
  return null;
}
