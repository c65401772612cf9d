import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../auth/access/access.decorator.js';
import { notFound } from '../../platform/errors.js';
import { AnswersFile } from '../../platform/http/answers/answers.decorator.js';
import { readSdkPackage } from './sdk-package.js';

/** The SDK of this version of the service, for `npm install <address>`: an agent needs no registry for it. */
@Controller('sdk')
export class SdkPackageController {
  @Get(':file')
  @Access({ who: 'public', limit: { count: 60, seconds: 60 }, bare: true })
  @AnswersFile('The packed SDK', 'application/gzip')
  async read(@Param('file') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const bytes = await readSdkPackage(name);
    if (!bytes) throw notFound('file');
    reply.headers({ 'content-type': 'application/gzip', 'cache-control': 'no-cache' });
    return bytes;
  }
}
