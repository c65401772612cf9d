import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import type { Principal } from '../auth/principal.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { Id } from '../platform/http/validation.pipe.js';
import { ChangeWebhookDto, CreateWebhookDto } from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

const OPERATOR_PRO = { who: 'operator', plan: 'PRO' } as const;

@Controller('settings/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Access(OPERATOR_PRO)
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.webhooks.list(caller, query);
  }

  @Post()
  @Access(OPERATOR_PRO)
  create(@Caller() caller: Principal, @Body() body: CreateWebhookDto, @Once() key: IdempotencyKey | null) {
    return this.webhooks.create(caller, body, key);
  }

  @Patch(':id')
  @Access(OPERATOR_PRO)
  change(@Caller() caller: Principal, @Id('id', 'webhook') id: string, @Body() body: ChangeWebhookDto) {
    return this.webhooks.change(caller, id, body.enabled);
  }

  @Delete(':id')
  @Access(OPERATOR_PRO)
  remove(@Caller() caller: Principal, @Id('id', 'webhook') id: string) {
    return this.webhooks.remove(caller, id);
  }

  @Post(':id/test')
  @HttpCode(200)
  @Access({ ...OPERATOR_PRO, limit: { count: 30, seconds: 60 } })
  test(@Caller() caller: Principal, @Id('id', 'webhook') id: string, @Once() key: IdempotencyKey | null) {
    return this.webhooks.test(caller, id, key);
  }

  @Get(':id/deliveries')
  @Access(OPERATOR_PRO)
  deliveries(@Caller() caller: Principal, @Id('id', 'webhook') id: string, @Query() query: PageQuery) {
    return this.webhooks.deliveries(caller, id, query);
  }
}
