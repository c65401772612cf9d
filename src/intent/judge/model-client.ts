import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import OpenAI from 'openai';
import { Config } from '../../config/config.js';
import { egressFetch } from '../../platform/egress-fetch.js';
import { type Message, UnusableAnswerError } from './judgement.js';

/** Far more than an answer of sixty sentences. */
const MAX_BYTES = 1_000_000;
const MAX_TOKENS = 8_000;

/** The model an installation may have read its sessions (contract, "Configuration": `LLM_*`). */
@Injectable()
export class ModelClient implements OnApplicationShutdown {
  private readonly client: { openai: OpenAI; close(): Promise<void> } | null;

  constructor(private readonly config: Config) {
    const { judge } = config;
    if (!judge) {
      this.client = null;
      return;
    }
    const { timeoutMs, baseUrl: baseURL, apiKey } = judge;
    // Whoever runs this chose the endpoint, so it may be a private one; what it answers is bounded all the same.
    const allowedPrivateHosts = [new URL(baseURL).hostname];
    const { fetch, close } = egressFetch({ allowedPrivateHosts, timeoutMs, maxBytes: MAX_BYTES });
    const openai = new OpenAI({ baseURL, apiKey: apiKey ?? 'none', timeout: timeoutMs, maxRetries: 0, fetch });
    this.client = { openai, close };
  }

  /** Null: no model reads along. */
  get model(): string | null {
    return this.config.judge?.model ?? null;
  }

  /** @throws whatever the endpoint answers with instead of an answer; UnusableAnswerError for an empty one */
  async ask(messages: Message[]): Promise<string> {
    if (!this.client || !this.model) throw new Error('no model is configured');
    const { choices } = await this.client.openai.chat.completions.create({
      model: this.model,
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
    await this.client?.close();
  }
}
