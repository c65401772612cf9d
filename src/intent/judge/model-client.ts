import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { JudgeModel } from '../../config/judge-model.js';
import { egressFetch } from '../../platform/egress/egress-fetch.js';
import { type Message, UnusableAnswerError } from './judgement.js';

/** Far more than an answer of sixty sentences. */
const MAX_BYTES = 1_000_000;
const MAX_TOKENS = 8_000;

/** The model an installation may have read its sessions (docs/contract.md, "Configuration": `LLM_*`). */
@Injectable()
export class ModelClient implements OnApplicationShutdown {
  private connection: ReturnType<typeof connect> | undefined;

  constructor(private readonly config: Config) {}

  /** Null when no model is configured. */
  get model(): string | null {
    return this.config.judge?.model ?? null;
  }

  /** @throws whatever the endpoint answers with instead of an answer; UnusableAnswerError for an empty one */
  async ask(messages: Message[]): Promise<string> {
    const { judge } = this.config;
    if (!judge) throw new Error('no model is configured');
    this.connection ??= connect(judge);
    const { openai } = await this.connection;
    const { choices } = await openai.chat.completions.create({
      model: judge.model,
      messages,
      temperature: 0,
      max_completion_tokens: MAX_TOKENS,
      response_format: { type: 'json_object' },
    });
    const content = choices?.[0]?.message?.content;
    if (typeof content !== 'string') throw new UnusableAnswerError('the answer has no text');
    return content;
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.connection)?.close();
  }
}

async function connect({ timeoutMs, baseUrl: baseURL, apiKey }: JudgeModel) {
  const { default: OpenAI } = await import('openai');
  // The operator chose the endpoint, so it may be a private one. Its answer is bounded all the same.
  const allowedPrivateHosts = [new URL(baseURL).hostname];
  const { fetch, close } = egressFetch({ allowedPrivateHosts, timeoutMs, maxBytes: MAX_BYTES });
  const openai = new OpenAI({ baseURL, apiKey: apiKey ?? 'none', timeout: timeoutMs, maxRetries: 0, fetch });
  return { openai, close };
}
