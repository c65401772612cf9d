import { applyDecorators, SetMetadata, type StreamableFile } from '@nestjs/common';
import type { ProblemCode } from '../../../contract/problems.js';
import type { AnyShape, Shape } from '../shape.js';
import type { Idempotent, Page, Tagged, Unchanged } from './answer.js';

/** What a route answers, beside what follows from who may call it and from what it takes. */
export interface Answered {
  /** One line: what the route does. */
  readonly summary: string;
  /** Null: it answers no JSON. */
  readonly shape: AnyShape | null;
  /** Problems of its own. */
  readonly problems: readonly ProblemCode[];
  /** What else it may answer, by media type. */
  readonly alsoAs: readonly string[];
  /** What else it may answer, by status, without a body. */
  readonly otherwise?: Readonly<Record<number, string>>;
}

export const ANSWERED = 'answered';

/** A view, or what wraps one: `null` is never sent, and a stream is checked by the tests alone. */
type Sent<T> =
  | T
  | Idempotent<T>
  | Tagged<T>
  | StreamableFile
  | null
  | Unchanged
  | (T extends readonly (infer I)[] ? Page<I> : never);
type Handler<T> = (...args: never[]) => Sent<T> | Promise<Sent<T>>;
type Decorator<T> = <H extends Handler<T>>(target: object, key: string, method: TypedPropertyDescriptor<H>) => void;

const declare = (answered: Answered) => applyDecorators(SetMetadata(ANSWERED, answered)) as Decorator<never>;

/**
 * Declares what a handler answers; its type must fit, and so must every answer that a test receives. `problems`: only
 * those of its own.
 */
export const Answers = <T>(summary: string, shape: Shape<T>, ...problems: ProblemCode[]) =>
  declare({ summary, shape, problems, alsoAs: [] }) as Decorator<T>;

/** As `Answers`, for a route that sends a browser a page. */
export const AnswersOrPage = <T>(summary: string, shape: Shape<T>) =>
  declare({ summary, shape, problems: [], alsoAs: ['text/html'] }) as Decorator<T | string>;

/** As `Answers`, where a browser may be led on to a page instead. `why`: when it is. */
export const AnswersOrLeads = <T>(summary: string, shape: Shape<T>, why: string, ...problems: ProblemCode[]) =>
  declare({ summary, shape, problems, alsoAs: [], otherwise: { 302: why } }) as Decorator<T | string>;

/** As `AnswersOrPage`, where a browser may be led on to another page; null: for HEAD. */
export const AnswersOrPageOrLeads = <T>(summary: string, shape: Shape<T> | null, why: string) =>
  declare({
    summary,
    shape,
    problems: [],
    alsoAs: shape ? ['text/html'] : [],
    otherwise: { 302: why },
  }) as Decorator<T | string>;

/** As `AnswersFile`, for files that a client may have already. */
export const AnswersKeptFile = (summary: string, ...alsoAs: string[]) =>
  declare({
    summary,
    shape: null,
    problems: [],
    alsoAs,
    otherwise: { 304: 'The client has it already.' },
  }) as MethodDecorator;

/** For a route that answers no JSON: a file of one of these types, or nothing. */
export const AnswersFile = (summary: string, ...alsoAs: string[]) =>
  declare({ summary, shape: null, problems: [], alsoAs }) as MethodDecorator;

/** For a route that leads elsewhere. */
export const Redirects = (summary: string, ...problems: ProblemCode[]) =>
  declare({ summary, shape: null, problems, alsoAs: [] }) as MethodDecorator;
