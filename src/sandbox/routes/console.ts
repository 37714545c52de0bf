import { Hono } from 'hono';
import { timestamp } from '../clock.ts';
import { reply } from '../reply.ts';
import type { Service } from '../service.ts';

/** The page for people. */
export function consoleRoutes(service: Service): Hono {
  const app = new Hono();
  app.get('/', () =>
    reply(200, `This is a sandbox. Its time is ${timestamp(service.clock.nowMs())}.`),
  );
  return app;
}
