import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { fastify } from 'fastify';
import { z } from 'zod';
import { announce } from './announce.ts';

/**
 * The work of our host for two requests, as little as it can be done with: `node equal-work.ts DATABASE KEY`. A bearer
 * key by its SHA-256, zod for what comes and what goes, and SQLite with full sync, whose commits requests share.
 */
const [file = '', key = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(`
  pragma journal_mode = wal; pragma synchronous = full;
  create table keys (hash text primary key, account text);
  create table clocks (id text primary key, body text);
  create table moves (id text primary key, body text);
  create table anchors (account text, number integer, body text, primary key (account, number));
`);
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
database.prepare('insert into keys values (?, ?)').run(hash(key), 'default');
for (let number = 0; number < 20; number += 1) {
  const anchor = { anchor_id: `anc_${number}`, timestamp: 0, description: `Anchor ${number}`, locked: false };
  database.prepare('insert into anchors values (?, ?, ?)').run('default', number, JSON.stringify(anchor));
}
const statements = {
  key: database.prepare('select account from keys where hash = ?'),
  clock: database.prepare('select body from clocks where id = ?'),
  putClock: database.prepare('insert into clocks values (?, ?) on conflict do update set body = excluded.body'),
  putMove: database.prepare('insert into moves values (?, ?) on conflict do update set body = excluded.body'),
  anchors: database.prepare('select body from anchors where account = ? order by number limit 1000'),
};

const Request = z.strictObject({ duration: z.string().regex(/^\d+[mhd]$/) });
const Clock = z.strictObject({ offset: z.int(), moves: z.int() });
const Moved = z.object({ status: z.string(), new_time: z.string() });
const Anchor = z.strictObject({
  anchor_id: z.string(),
  timestamp: z.int(),
  description: z.string(),
  locked: z.boolean(),
});
const Listed = z.object({ anchors: z.array(z.object({ ...Anchor.shape, timestamp: z.string() })) });

let waiting: (() => void)[] = [];

/** The result of a change, once it and all that shared its commit are on the disk. */
function durably<T>(change: () => T): Promise<T> {
  return new Promise((resolve) => {
    if (waiting.length === 0) {
      setImmediate(() => {
        const changes = waiting;
        waiting = [];
        database.exec('begin immediate');
        for (const each of changes) each();
        database.exec('commit');
        for (const each of settled.splice(0)) each();
      });
    }
    waiting.push(() => {
      const result = change();
      settled.push(() => resolve(result));
    });
  });
}
const settled: (() => void)[] = [];

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const app = fastify();
app.decorateRequest('account', '');
app.addHook('onRequest', async (request, reply) => {
  const [, given = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const row = statements.key.get(hash(given));
  if (row === undefined) return reply.code(401).send({ status: 401 });
  request.setDecorator('account', row.account);
  return undefined;
});
app.post('/v1/fast-forward', async (request, reply) => {
  const parsed = Request.safeParse(request.body);
  if (!parsed.success) return reply.code(422).send({ status: 422 });
  const account = request.getDecorator<string>('account');
  const { duration } = parsed.data;
  const [amount, unit] = [Number(duration.slice(0, -1)), duration.slice(-1) as keyof typeof units];
  const time = await durably(() => {
    const stored = statements.clock.get(account);
    const { offset, moves } = Clock.parse(stored ? JSON.parse(String(stored.body)) : { offset: 0, moves: 0 });
    const next = { offset: offset + amount * units[unit], moves: moves + 1 };
    statements.putClock.run(account, JSON.stringify(next));
    const move = { number: next.moves, before: offset, after: next.offset };
    statements.putMove.run(`${account}/${next.moves % 100}`, JSON.stringify(move));
    return Date.now() + next.offset;
  });
  return Moved.parse({ status: 'Time moved forward', new_time: new Date(time).toISOString() });
});
app.get('/v1/list-anchors', async (request) => {
  const anchors = statements.anchors
    .all(request.getDecorator<string>('account'))
    .map(({ body }) => Anchor.parse(JSON.parse(String(body))));
  return Listed.parse({
    anchors: anchors.map((anchor) => ({ ...anchor, timestamp: new Date(anchor.timestamp).toISOString() })),
  });
});
await app.ready();
announce(app.server);
