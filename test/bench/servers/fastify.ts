import { fastify } from 'fastify';
import { announce } from './announce.ts';

/** Another framework with the same validation, and no storage. */
const app = fastify();
app.addHook('onRequest', async (request, reply) => {
  if (!/^Bearer .+$/.test(request.headers.authorization ?? '')) return reply.code(401).send({ status: 401 });
  return undefined;
});
app.post('/v1/fast-forward', {
  schema: {
    body: {
      type: 'object',
      required: ['duration'],
      properties: { duration: { type: 'string', pattern: '^\\d+[mhd]$' } },
    },
    response: { 200: { type: 'object', properties: { status: { type: 'string' }, new_time: { type: 'string' } } } },
  },
  handler: async () => ({ status: 'Time moved forward', new_time: '2030-01-01T00:00:00Z' }),
});
app.get('/v1/list-anchors', {
  schema: { response: { 200: { type: 'object', properties: { anchors: { type: 'array' } } } } },
  handler: async () => ({ anchors: [] }),
});
await app.ready();
announce(app.server);
