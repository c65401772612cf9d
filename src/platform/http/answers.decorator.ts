import { applyDecorators, SetMetadata, type StreamableFile } from '@nestjs/common';
import type { ProblemCode } from '../problems.js';
import type { Idempotent, Page } from './answer.js';
import type { Shape } from './shape.js';

/** What a route answers, beside what follows from who may call it and from what it takes. */
export interface Answered {
  /** One line: what the route does. */
  readonly summary: string;
  /** Null: there is no body. */
  readonly shape: Shape<unknown> | null;
  /** Problems of its own. */
  readonly problems: readonly ProblemCode[];
  /** Other forms of the same answer, by their media type. */
  readonly alsoAs: readonly string[];
}

export const ANSWERED = 'answered';

/** A view, or what wraps one: `null` is never sent, and a stream is checked by the tests alone. */
type Sent<T> = T | Idempotent<T> | StreamableFile | null | (T extends readonly (infer I)[] ? Page<I> : never);
type Handler<T> = (...args: never[]) => Sent<T> | Promise<Sent<T>>;

const answered = (facts: Answered) => applyDecorators(SetMetadata(ANSWERED, facts)) as MethodDecorator;

/**
 * Declares what a handler answers; its type must fit, and so must every answer that a test receives. `problems`: only
 * those of its own.
 */
export const Answers =
  <T>(summary: string, shape: Shape<T>, ...problems: ProblemCode[]) =>
  <H extends Handler<T>>(target: object, key: string, descriptor: TypedPropertyDescriptor<H>): void =>
    void answered({ summary, shape, problems, alsoAs: [] })(target, key, descriptor);

/** As `Answers`, for a route that sends a page to a browser; without a shape, nothing else. */
export const AnswersPage = (summary: string, shape: Shape<unknown> | null, ...alsoAs: string[]): MethodDecorator =>
  answered({ summary, shape, problems: [], alsoAs });

/** For a route that answers no body: a redirect. */
export const Redirects = (summary: string, ...problems: ProblemCode[]): MethodDecorator =>
  answered({ summary, shape: null, problems, alsoAs: [] });
