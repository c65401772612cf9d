import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../auth/access/access.decorator.js';
import { PROBLEMS, type ProblemCode } from '../contract/problems.js';
import { notFound } from '../platform/errors.js';
import { AnswersOrPage } from '../platform/http/answers/answers.decorator.js';
import { escaped, HTML_HEADERS, page } from '../platform/http/answers/html-page.js';
import { prefersHtml } from '../platform/http/answers/prefers-html.js';
import { titleOf } from '../platform/http/answers/problem.js';
import { ProblemEntryShape } from './openapi.dto.js';

/** The `type` of a problem points to this route, unless `ERRORS_URL` names another place. */
@Controller('errors')
export class ErrorsController {
  @Get(':code')
  @Access({ who: 'public', limit: { count: 60, seconds: 60 } })
  @AnswersOrPage('Explain a problem', ProblemEntryShape)
  read(
    @Param('code') code: string,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (!isCode(code)) throw notFound('problem');
    const entry = { code, title: titleOf(code), ...PROBLEMS[code] };
    reply.header('vary', 'accept');
    if (!prefersHtml(accept)) return entry;
    reply.headers(HTML_HEADERS);
    return toHtml(entry);
  }
}

const isCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

interface Entry {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly when: string;
  readonly advice: string;
}

function toHtml({ code, title, status, when, advice }: Entry): string {
  const paragraph = (label: string, words: string) =>
    words === '' ? '' : `<p><strong>${label}</strong> ${inCode(escaped(words))}</p>\n`;
  return page(
    `${title} (${code})`,
    `<h1>${escaped(title)}</h1>
<p>Code <code>${escaped(code)}</code>, status ${status}</p>
${paragraph('When:', when)}${paragraph('What to do:', advice)}`,
  );
}

/** The catalogue marks names as Markdown does. */
const inCode = (html: string) => html.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
