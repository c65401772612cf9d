import { applyDecorators, SetMetadata, type StreamableFile } from '@nestjs/common';
import type { ProblemCode } from '../../../contract/problems.js';
import type { AnyShape, Shape } from '../shape.js';
import type { Idempotent, Page, Tagged, Unchanged } from './answer.js';

/** The answers of a route, beyond those that follow from its access and its input. */
export interface Answered {
  /** One line that says what the route does. */
  readonly summary: string;
  /** Null when the route answers no JSON. */
  readonly shape: AnyShape | null;
  /** Problems of its own. */
  readonly problems: readonly ProblemCode[];
  /** Media types of the other bodies that the route may answer. */
  readonly alsoAs: readonly string[];
  /** Statuses of the answers without a body, with a description of each. */
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
 * Declares the answer of a handler; its type must fit, and so must every answer that a test receives. `problems` lists
 * only those specific to the route.
 */
export const Answers = <T>(summary: string, shape: Shape<T>, ...problems: ProblemCode[]) =>
  declare({ summary, shape, problems, alsoAs: [] }) as Decorator<T>;

/** Does the same as `Answers`, for a route that may send a browser a page. */
export const AnswersOrPage = <T>(summary: string, shape: Shape<T>) =>
  declare({ summary, shape, problems: [], alsoAs: ['text/html'] }) as Decorator<T | string>;

/** Does the same as `Answers`, for a route that may redirect a browser to a page. `why` describes the redirect. */
export const AnswersOrRedirects = <T>(summary: string, shape: Shape<T>, why: string, ...problems: ProblemCode[]) =>
  declare({ summary, shape, problems, alsoAs: [], otherwise: { 302: why } }) as Decorator<T | string>;

/** Does the same as `AnswersOrPage`, for a route that may redirect a browser; `shape` is null for HEAD. */
export const AnswersOrPageOrRedirects = <T>(summary: string, shape: Shape<T> | null, why: string) =>
  declare({
    summary,
    shape,
    problems: [],
    alsoAs: shape ? ['text/html'] : [],
    otherwise: { 302: why },
  }) as Decorator<T | string>;

/** Does the same as `AnswersFile`, for files that a client may have cached. */
export const AnswersKeptFile = (summary: string, ...alsoAs: string[]) =>
  declare({
    summary,
    shape: null,
    problems: [],
    alsoAs,
    otherwise: { 304: 'The client has it already.' },
  }) as MethodDecorator;

/** Declares a route that answers no JSON: a file of one of these types, or nothing. */
export const AnswersFile = (summary: string, ...alsoAs: string[]) =>
  declare({ summary, shape: null, problems: [], alsoAs }) as MethodDecorator;

/** Declares a route of another protocol, which answers messages of these media types, or accepts one without an answer. */
export const AnswersMessages = (summary: string, alsoAs: readonly string[], ...problems: ProblemCode[]) =>
  declare({
    summary,
    shape: null,
    problems,
    alsoAs,
    otherwise: { 202: 'The message was taken and needs no answer.' },
  }) as MethodDecorator;

/** Declares a route that redirects. */
export const Redirects = (summary: string, ...problems: ProblemCode[]) =>
  declare({ summary, shape: null, problems, alsoAs: [] }) as MethodDecorator;
