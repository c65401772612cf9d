import { Controller, Get, Head, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../auth/access/access.decorator.js';
import { Config } from '../config/config.js';
import { DashboardFiles } from '../dashboard/dashboard-files.js';
import { AnswersOrPageOrRedirects } from '../platform/http/answers/answers.decorator.js';
import { HTML_HEADERS } from '../platform/http/answers/html-page.js';
import { prefersHtml, prefersJson } from '../platform/http/answers/prefers-html.js';
import { installation } from '../platform/installation.js';
import { FrontPageShape } from './admin.dto.js';
import { type FrontPage, frontPage, toHtml } from './front-page.js';
import { sdkPackage } from './sdk-package/sdk-package.js';

const REDIRECT_REASON = 'There is a dashboard, and it is there.';
const PUBLIC: Access = { who: 'public', limit: { count: 60, seconds: 60 } };

@Controller()
export class FrontPageController {
  private readonly page: FrontPage;
  private readonly html: string;

  /** Null when the front page is the dashboard of this installation, if there is one. */
  private readonly elsewhere: string | null;

  constructor(
    { publicUrl, dashboardUrl, oauth }: Config,
    private readonly dashboard: DashboardFiles,
  ) {
    this.elsewhere = dashboardUrl === `${publicUrl}/dashboard` ? null : dashboardUrl;
    this.page = frontPage(installation, publicUrl, oauth, sdkPackage());
    this.html = toHtml(this.page);
  }

  @Get()
  @Access(PUBLIC)
  @AnswersOrPageOrRedirects('Read the version and links to other pages', FrontPageShape, REDIRECT_REASON)
  read(@Headers('accept') accept: string | undefined, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(accept, reply);
  }

  @Head()
  @Access(PUBLIC)
  @AnswersOrPageOrRedirects<FrontPage>('The headers of the front page', null, REDIRECT_REASON)
  readHead(@Headers('accept') accept: string | undefined, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(accept, reply);
  }

  private async answer(accept: string | undefined, reply: FastifyReply): Promise<FrontPage | string> {
    reply.header('vary', 'accept');
    if (!prefersJson(accept)) {
      const place = this.elsewhere ?? ((await this.dashboard.areThere()) ? '/dashboard/' : null);
      if (place !== null) {
        reply.code(302).header('location', place);
        return '';
      }
    }
    if (!prefersHtml(accept)) return this.page;
    reply.headers(HTML_HEADERS);
    return this.html;
  }
}
