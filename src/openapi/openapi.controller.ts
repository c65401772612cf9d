import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { Access } from '../auth/access/access.decorator.js';
import { notFound } from '../platform/errors.js';
import { Answers, AnswersFile } from '../platform/http/answers/answers.decorator.js';
import { dtoSchemas } from '../platform/http/input/dto-schema.js';
import { installation } from '../platform/installation.js';
import { documentOf } from './document.js';
import { Definition } from './openapi.dto.js';
import { routesOf } from './route.js';
import { START, VIEWER_FILES, VIEWER_HEADERS, VIEWER_PAGE } from './viewer.js';

/** The folder into which `scripts/bundle.mjs` puts the viewer's files. */
const VIEWER = join(installation.root, 'dist', 'bundle', 'viewer');

/** The definition of every route, for programs and for people. */
@Controller()
export class OpenApiController {
  private definition: object | null = null;

  constructor(private readonly modules: ModulesContainer) {}

  @Get('openapi.json')
  @Access({ who: 'public', limit: { count: 60, seconds: 60 }, bare: true })
  @Answers('Read the OpenAPI definition', Definition)
  define(): object {
    this.definition ??= documentOf(routesOf(controllersOf(this.modules)), dtoSchemas(), installation);
    return this.definition;
  }

  @Get('docs')
  @Access({ who: 'public', limit: { count: 60, seconds: 60 }, bare: true })
  @AnswersFile('Show the OpenAPI definition as a page', 'text/html')
  read(@Res({ passthrough: true }) reply: FastifyReply): string {
    reply.headers(VIEWER_HEADERS);
    return VIEWER_PAGE;
  }

  @Get('docs/:file')
  @Access({ who: 'public', limit: { count: 300, seconds: 60 }, bare: true })
  @AnswersFile('Read a file of that page', ...new Set(Object.values(VIEWER_FILES)))
  async file(@Param('file') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer | string> {
    if (!Object.hasOwn(VIEWER_FILES, name)) throw notFound('file');
    reply.headers({ 'content-type': VIEWER_FILES[name], 'cache-control': 'public, max-age=3600' });
    return name === 'start.js' ? START : readFile(join(VIEWER, name));
  }
}

const controllersOf = (modules: ModulesContainer) =>
  [...modules.values()].flatMap(({ controllers }) =>
    [...controllers.values()].flatMap(({ metatype }) => (typeof metatype === 'function' ? [metatype] : [])),
  );
