import { Global, Module } from '@nestjs/common';
import { AuditLogService } from './audit-log.service.js';
import { AuditTrail } from './audit-trail.js';

@Global()
@Module({ providers: [AuditLogService, AuditTrail], exports: [AuditLogService, AuditTrail] })
export class AuditModule {}
