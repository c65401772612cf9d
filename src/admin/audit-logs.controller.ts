import { Controller, Get, Query } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { listOf } from '../platform/http/shape.js';
import { AuditLogEntry, ListAuditQuery } from './admin.dto.js';

@Controller('audit-logs')
export class AuditLogsController {
  constructor(private readonly log: AuditLogService) {}

  @Get()
  @Access({ may: 'read-audit-log', plan: 'TEAM' })
  @Answers('List audit log entries', listOf(AuditLogEntry))
  list(@Caller() { organizationId }: Principal, @Query() query: ListAuditQuery) {
    return this.log.list(organizationId, query);
  }
}
