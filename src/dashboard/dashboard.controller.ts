import { Controller, Get, Head, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../auth/access/access.decorator.js';
import { notFound } from '../platform/errors.js';
import { AnswersKeptFile } from '../platform/http/answers/answers.decorator.js';
import { HTML_HEADERS, page } from '../platform/http/answers/html-page.js';
import { DashboardFiles } from './dashboard-files.js';
import { codingFor, FILE_TYPES, isImmutable, isKnown, nameAt, typeOf } from './static-files.js';

const PUBLIC: Access = { who: 'public', limit: { count: 600, seconds: 60 }, bare: true };

/** The pages run the service's own files alone, and ask the service alone. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
} as const;

const ABSENT = page(
  'Backstop: no dashboard',
  `<h1>There is no dashboard here</h1>
<p>This installation was built without its dashboard. The service itself works: <a href="/docs">its routes</a>.</p>`,
);

type Asked = FastifyRequest<{ Params: { '*'?: string } }>;

/** The dashboard: one page, whose router reads the path, and the files that it loads. */
@Controller('dashboard')
export class DashboardController {
  constructor(private readonly files: DashboardFiles) {}

  @Get()
  @Access(PUBLIC)
  @AnswersKeptFile('The dashboard', 'text/html')
  home(@Req() request: Asked, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(request, reply);
  }

  @Head()
  @Access(PUBLIC)
  @AnswersKeptFile('The headers of the dashboard')
  homeHead(@Req() request: Asked, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(request, reply);
  }

  @Get('*')
  @Access(PUBLIC)
  @AnswersKeptFile('A page or a file of the dashboard', ...FILE_TYPES)
  file(@Req() request: Asked, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(request, reply);
  }

  @Head('*')
  @Access(PUBLIC)
  @AnswersKeptFile('The headers of a page or a file of the dashboard')
  fileHead(@Req() request: Asked, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(request, reply);
  }

  private async answer({ params, headers }: Asked, reply: FastifyReply): Promise<Buffer | string> {
    const files = await this.files.all();
    const name = nameAt(files ?? new Set<string>(), params['*'] ?? '');
    if (name !== null && files === null) return pageOf(reply);
    const forms = name === null ? undefined : files?.get(name);
    if (name === null || !forms) throw notFound('file');
    const coding = codingFor(headers['accept-encoding'], forms);
    const form = forms.get(coding);
    if (!form) throw notFound('file');
    reply.headers({
      ...HEADERS,
      'content-type': typeOf(name),
      'cache-control': isImmutable(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: form.etag,
      ...(forms.size > 1 && { vary: 'accept-encoding' }),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    });
    if (!isKnown(headers['if-none-match'], form.etag)) return form.body;
    reply.code(304);
    return '';
  }
}

function pageOf(reply: FastifyReply): string {
  reply.headers(HTML_HEADERS);
  return ABSENT;
}
