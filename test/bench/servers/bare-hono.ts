import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { announce } from './announce.ts';

/** The least that hono can do for the same two requests: no key, no validation, no storage. */
const app = new Hono();
const anchors = Array.from({ length: 20 }, (_, number) => ({
  anchor_id: `anc_${number}`,
  timestamp: '1970-01-01T00:00:00Z',
  description: `Anchor ${number}`,
  locked: false,
}));
app.post('/v1/fast-forward', async (c) => {
  await c.req.json();
  return c.json({ status: 'Time moved forward', new_time: '2030-01-01T00:00:00Z' });
});
app.get('/v1/list-anchors', (c) => c.json({ anchors }));
announce(createServer(getRequestListener(app.fetch)));
