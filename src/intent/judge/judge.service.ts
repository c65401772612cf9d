import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { SingleFlight } from '../../platform/concurrency/single-flight.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { type Judgement, question, readJudgement, UnusableAnswerError } from './judgement.js';
import { JudgementsRepository } from './judgements.repository.js';
import { ModelClient } from './model-client.js';

/** The model's judgement, or a short reason why there is none. Null when no model is configured. */
export type Judged = { readonly model: string; readonly judgement: Judgement } | { readonly silent: string } | null;

/** Has a model read a session, once for each state that is looked at. It never stops an answer: without it, rules decide. */
@Injectable()
export class JudgeService {
  private readonly asking = new SingleFlight<Judged>();

  constructor(
    private readonly client: ModelClient,
    private readonly repository: JudgementsRepository,
    private readonly config: Config,
    private readonly logger: PinoLogger,
  ) {}

  /** @param sequence of the last call that was evaluated */
  async judge(organizationId: string, sessionId: string, intent: string, sequence: number): Promise<Judged> {
    const { model } = this.client;
    if (model === null || sequence === 0) return null;
    const stored = await this.repository.find(organizationId, sessionId);
    if (stored?.model === model && stored.judgedSequence === sequence) return stored;
    const key = `${sessionId} ${sequence}`;
    return this.asking.run(key, () => this.ask(model, organizationId, sessionId, intent, sequence));
  }

  private async ask(
    model: string,
    organizationId: string,
    sessionId: string,
    intent: string,
    sequence: number,
  ): Promise<Judged> {
    if (!(await this.repository.spend(organizationId, this.config.judge?.dailyQuestions ?? 0)))
      return { silent: 'asked often enough today' };
    const calls = await this.repository.calls(organizationId, sessionId, sequence);
    try {
      const judgement = readJudgement(await this.client.ask(question(intent, calls)), calls);
      await this.repository.save(organizationId, sessionId, { model, judgedSequence: sequence, judgement });
      return { model, judgement };
    } catch (error) {
      this.logger.warn({ err: error, sessionId }, 'the model did not judge a session');
      return { silent: await inAFewWords(error) };
    }
  }
}

async function inAFewWords(error: unknown): Promise<string> {
  const { APIConnectionTimeoutError, APIError } = await import('openai');
  if (error instanceof APIConnectionTimeoutError) return 'took too long';
  if (error instanceof UnusableAnswerError) return 'answered something else';
  if (error instanceof APIError && error.status) return `answered ${error.status}`;
  return 'could not be reached';
}
