import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../../auth/idempotency.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../../platform/http/input/page.dto.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { listOf } from '../../platform/http/shape.js';
import { ChangeWebhookDto, CreatedWebhook, CreateWebhookDto, Delivery, Webhook } from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

@Controller('settings/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Access({ may: 'read-webhooks', plan: 'PRO' })
  @Answers('List receivers of events', listOf(Webhook))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.webhooks.list(caller, query);
  }

  @Post()
  @Access({ may: 'manage-webhooks', plan: 'PRO' })
  @Answers('Register a receiver of events', CreatedWebhook, 'too-many-webhooks')
  create(@Caller() caller: Principal, @Body() body: CreateWebhookDto, @Once() key: IdempotencyKey | null) {
    return this.webhooks.create(caller, body, key);
  }

  @Patch(':id')
  @Access({ may: 'manage-webhooks', plan: 'PRO' })
  @Answers('Enable or disable a receiver', Webhook)
  change(@Caller() caller: Principal, @Id('id', 'webhook') id: string, @Body() body: ChangeWebhookDto) {
    return this.webhooks.change(caller, id, body.enabled);
  }

  @Delete(':id')
  @Access({ may: 'manage-webhooks', plan: 'PRO' })
  @Answers('Delete a receiver', Deleted)
  remove(@Caller() caller: Principal, @Id('id', 'webhook') id: string) {
    return this.webhooks.remove(caller, id);
  }

  @Post(':id/test')
  @HttpCode(200)
  @Access({ may: 'manage-webhooks', plan: 'PRO', limit: { count: 30, seconds: 60 } })
  @Answers('Send a test event to a receiver', Delivery)
  test(@Caller() caller: Principal, @Id('id', 'webhook') id: string, @Once() key: IdempotencyKey | null) {
    return this.webhooks.test(caller, id, key);
  }

  @Get(':id/deliveries')
  @Access({ may: 'read-webhooks', plan: 'PRO' })
  @Answers('List the deliveries to a receiver', listOf(Delivery))
  deliveries(@Caller() caller: Principal, @Id('id', 'webhook') id: string, @Query() query: PageQuery) {
    return this.webhooks.deliveries(caller, id, query);
  }
}
