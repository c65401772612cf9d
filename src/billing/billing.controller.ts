import { Controller, Get, Headers, HttpCode, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { BillingPortal, PortalQuery, Received } from './billing.dto.js';
import { BillingService } from './billing.service.js';

@Controller()
export class BillingController {
  constructor(private readonly billing: BillingService) {}

  @Post('webhooks/billing')
  @HttpCode(200)
  @Access({ who: 'public', limit: { count: 300, seconds: 60 }, bare: true, rawBody: true })
  @Answers('Receive an event from Stripe', Received, 'invalid-signature', 'billing-not-configured')
  receive(@Req() { body }: FastifyRequest<{ Body?: string }>, @Headers('stripe-signature') signature?: string) {
    return this.billing.receive(body ?? '', signature ?? '');
  }

  @Get('billing/portal')
  @Access({ may: 'manage-billing', plan: 'FREE' })
  @Answers(
    'Link to the billing portal or the checkout of Stripe',
    BillingPortal,
    'billing-not-configured',
    'billing-unavailable',
  )
  portal(@Caller() caller: Principal, @Query() query: PortalQuery) {
    return this.billing.portal(caller, query.plan);
  }
}
