import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { PARAMTYPES_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { MetadataScanner } from '@nestjs/core';
import { ACCESS, type Access } from '../auth/access/access.decorator.js';
import { readKey } from '../auth/idempotency.js';
import { readAsking } from '../auth/waiting/held-lists.js';
import { ANSWERED, type Answered } from '../platform/http/answers/answers.decorator.js';
import type { Controller } from '../platform/http/input/input-check.js';
import { IdPipe } from '../platform/http/input/validation.pipe.js';

/** The facts that a handler's decorators state about its route. */
export interface Route {
  readonly method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  /** The path, with `{name}` for each parameter; `{path}` may hold slashes. */
  readonly path: string;
  readonly controller: string;
  readonly handler: string;
  readonly status: number;
  readonly access: Access;
  readonly answered: Answered;
  /** Names of the classes that a body and a query are checked against. */
  readonly body: string | null;
  readonly query: string | null;
  readonly parameters: readonly { readonly name: string; readonly isId: boolean }[];
  readonly takesKey: boolean;
  /** A list that a client may wait for, with If-None-Match. */
  readonly isHeld: boolean;
}

/** A route does not declare its answer, so there is no document. */
export class UndeclaredAnswerError extends Error {}

interface Taken {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly unknown[];
  readonly factory?: unknown;
}

/** The routes of these controllers. @throws UndeclaredAnswerError */
export function routesOf(controllers: readonly Controller[]): Route[] {
  return controllers.flatMap((controller) =>
    new MetadataScanner()
      .getAllMethodNames(controller.prototype)
      .filter((name) => Reflect.hasMetadata(PATH_METADATA, controller.prototype[name]))
      .map((name) => routeOf(controller, name)),
  );
}

function routeOf(controller: Controller, handler: string): Route {
  const own = controller.prototype[handler];
  const of = (key: string) => Reflect.getMetadata(key, own);
  const answered: Answered | undefined = of(ANSWERED);
  const access: Access | undefined = of(ACCESS);
  if (!answered || !access)
    throw new UndeclaredAnswerError(`${controller.name}.${handler} does not say what it answers`);
  const method = RequestMethod[of('method')]?.toLowerCase() as Route['method'];
  const types: { name: string }[] = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype, handler) ?? [];
  const taken = Object.entries<Taken>(Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {});
  const classOf = (kind: RouteParamtypes) => {
    const found = taken.find(([key]) => key.split(':')[0] === String(kind));
    return found ? (types[found[1].index]?.name ?? null) : null;
  };
  const path = pathOf(Reflect.getMetadata(PATH_METADATA, controller), of(PATH_METADATA))
    .replaceAll(/:(\w+)/g, '{$1}')
    .replace(/\*$/, '{path}');
  const isId = (name: string) =>
    taken.some(([, { data, pipes = [] }]) => data === name && pipes.some((pipe) => pipe instanceof IdPipe));
  return {
    method,
    path,
    controller: controller.name.replace(/Controller$/, ''),
    handler,
    status: of('__redirect__') ? 302 : (of('__httpCode__') ?? (method === 'post' ? 201 : 200)),
    access,
    answered,
    body: classOf(RouteParamtypes.BODY),
    query: classOf(RouteParamtypes.QUERY),
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, isId: isId(name) })),
    takesKey: taken.some(([, { factory }]) => factory === readKey),
    isHeld: taken.some(([, { factory }]) => factory === readAsking),
  };
}

function pathOf(prefix: string, path: string): string {
  const whole = `/${prefix}/${path}`.replaceAll(/\/+/g, '/');
  return whole === '/' ? whole : whole.replace(/\/$/, '');
}
