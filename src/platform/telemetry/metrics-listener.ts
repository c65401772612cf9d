import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { Config } from '../../config/config.js';
import { registry } from './meters.js';

/**
 * Serves Prometheus text on a port of its own, so that it is never reachable where the public is. Without the port it
 * does not listen.
 */
@Injectable()
export class MetricsListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | null = null;

  constructor(private readonly config: Config) {}

  /** Null when it is not configured. */
  get url(): string | null {
    if (!this.server) return null;
    const { address, family, port } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort: port, host } = this.config;
    if (port === null) return;
    // The metrics of Node are registered once, here or where they are sent by OTLP.
    if (this.config.otlpEndpoint === null) collectDefaultMetrics({ register: registry });
    const server = createServer((request, response) => void answer(request, response));
    server.listen(port, host);
    await once(server, 'listening');
    this.server = server;
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.server) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

async function answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url?.split('?')[0] !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
    response.writeHead(404).end();
    return;
  }
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
}
