import { defineCollection, definePlugin, route, Store } from 'chronoscribe';
import { z } from 'zod';

const greetings = defineCollection({
  name: '__SNAKE_NAME___greetings',
  schema: z.object({ id: z.string(), account: z.string(), text: z.string(), createdAt: z.number() }),
  indexes: [['account', 'createdAt']],
});

const Greeting = z.object({ id: z.string(), text: z.string() });

/** Greets by name and stores the greetings. Change it into what you need. */
export default definePlugin({
  name: '__NAME__',
  auth: 'clinical',
  config: z.strictObject({ word: z.string().min(1).default('Hello').describe('the first word of a greeting') }),
  needs: { store: Store },
  start: async ({ needs: { store } }) => {
    await store.prepare(greetings);
    return {};
  },
  routes: ({ config, needs: { store } }) => [
    route({
      method: 'POST',
      path: '/__NAME__/greetings',
      summary: 'Greet somebody',
      request: z.object({ name: z.string().trim().min(1).max(200) }),
      response: Greeting,
      status: 201,
      handle: async ({ account, input }) => {
        const greeting = {
          id: crypto.randomUUID(),
          account,
          text: `${config.word} ${input.name}`,
          createdAt: Date.now(),
        };
        await store.insert(greetings, greeting);
        return greeting;
      },
    }),
    route({
      method: 'GET',
      path: '/__NAME__/greetings',
      summary: 'List the greetings of this account, newest first',
      request: z.object({ cursor: z.string().optional() }),
      response: z.object({ greetings: z.array(Greeting).readonly(), next_cursor: z.string().nullable() }),
      handle: async ({ account, input: { cursor } }) => {
        const newest = { equals: { account }, orderBy: 'createdAt', direction: 'descending' } as const;
        const { items, next } = await store.find(greetings, { ...newest, ...(cursor !== undefined && { cursor }) });
        return { greetings: items, next_cursor: next };
      },
    }),
  ],
});
