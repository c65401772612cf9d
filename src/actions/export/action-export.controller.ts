import { Controller, Get, Query } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { AnswersFile } from '../../platform/http/answers/answers.decorator.js';
import { NDJSON, streamLines } from '../../platform/http/answers/stream-json.js';
import { ExportQuery } from '../actions.dto.js';
import { ActionExport } from './action-export.js';

@Controller('export')
export class ActionExportController {
  constructor(private readonly actionExport: ActionExport) {}

  @Get('actions')
  @Access({ may: 'read-sessions', plan: 'FREE', limit: { count: 60, seconds: 60 }, bare: true })
  @AnswersFile('Export actions as lines of JSON', NDJSON)
  async actions(@Caller() { organizationId }: Principal, @Query() query: ExportQuery) {
    return streamLines(await this.actionExport.read(organizationId, query));
  }
}
