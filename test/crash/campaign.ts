import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { checkBook } from './checks/book.ts';
import { checkFiles } from './checks/files.ts';
import { checkRecords } from './checks/records.ts';
import { checkUploads } from './checks/uploads.ts';
import { awaitRuns, awaitTold, checkHeard, rememberHeard } from './checks/work.ts';
import { send } from './client.ts';
import { asking, Broken } from './deed.ts';
import { adminKey, furnish, type HostProcess, type Start, startProcess } from './host-process.ts';
import type { Database, House } from './houses/house.ts';
import { everyLoad } from './load/index.ts';
import { mainWebhook } from './load/webhooks.ts';
import { newPractice, type Practice } from './practice.ts';
import type { Random } from './random.ts';
import { startServices } from './services.ts';
import { newVisitor, type Visitor } from './visitor.ts';

/**
 * A host on a data folder of its own, and the practices that work with it. It is killed again and again, and each time
 * looked at.
 */
export interface Campaign {
  /** Starts the host, sees that all is there, lets all work for a while, and kills it. */
  killAtWork(workMs: number): Promise<void>;
  /**
   * Lets the database fail under a host at work, in one of these ways, sees that the host recovers unaided, and kills
   * it.
   */
  failDatabase(how: keyof Database): Promise<void>;
  /** Kills the host while it starts. */
  killAtStart(afterMs: number): Promise<void>;
  /**
   * Lets one practice have a short day with a host that runs under another program, which may kill it. Returns whether
   * it did.
   */
  shortDayUnder(program: readonly string[]): Promise<boolean>;
  /** A last look, at what comes only after a while too, and the end of it all. */
  end(): Promise<void>;
  /** Ends what runs, and leaves the folder to be looked at, with what the last host said in the file `said`. */
  abandon(): Promise<void>;
  /** What the last host said on standard error. */
  said(): string;
  /** How often each operation was answered. */
  done(): ReadonlyMap<string, number>;
  /** All starts in which nobody interfered. */
  readonly starts: readonly Start[];
}

export interface CampaignPlan {
  readonly house: House;
  /** A folder of its own, which is made, and deleted at the end where nothing was broken. */
  readonly folder: string;
  /** In the names of its practices. */
  readonly name: string;
  readonly practices: number;
  readonly random: Random;
}

const Made = z.object({ account_id: z.string() });
const MadeKey = z.object({ key: z.string() });
const MadeWebhook = z.object({ id: z.string() });
const told = ['transcript.completed', 'grid.completed', 'image.completed', 'pdf.completed', 'run.failed'];

export async function openCampaign({ house, folder, name, practices, random }: CampaignPlan): Promise<Campaign> {
  await mkdir(folder);
  const services = await startServices(folder);
  const opened = await house.open();
  await furnish(folder, { ...opened.providers, transcriber: services.transcriber });
  const load = everyLoad(services.receiver);
  const starts: Start[] = [];
  const heard = new Map<number, number>();
  const visitors: Visitor[] = [];
  let running: HostProcess | undefined;

  const start = async (): Promise<HostProcess> => {
    const host = await startProcess({ folder }, (said) => {
      throw new Broken('fault', `the host did not start: ${said}`);
    });
    if (host === undefined) throw new Broken('fault', 'the host did not start');
    starts.push(host.start);
    running = host;
    return host;
  };

  const look = async ({ url }: HostProcess): Promise<void> => {
    // First all that may still change something for others.
    for (const { makeUp } of visitors) await makeUp(url);
    for (const { practice } of visitors) {
      const ask = asking(url, practice);
      await awaitRuns(practice, ask);
      await checkBook(practice, ask);
      await checkRecords(practice, ask);
    }
    checkHeard(services, heard);
    for (const { practice } of visitors) await checkUploads(practice, asking(url, practice));
    await checkFiles(
      folder,
      visitors.map(({ practice }) => practice),
    );
  };

  const kill = async (host: HostProcess): Promise<void> => {
    await host.kill();
    for (const { practice } of visitors) rememberHeard(practice, services, heard);
  };

  const abandon = async (): Promise<void> => {
    await running?.kill();
    if (running !== undefined) await writeFile(join(folder, 'said'), running.said());
    await services.stop();
    await opened.close();
  };

  const first = await start();
  for (let at = 1; at <= practices; at += 1) {
    const practice = await openPractice(first.url, `${name}p${at}`, services.receiver);
    visitors.push(newVisitor(practice, load, random, opened.database !== undefined));
  }
  await first.kill();

  return {
    starts,
    abandon,
    said: () => running?.said() ?? '',
    async killAtWork(workMs) {
      const host = await start();
      await look(host);
      let over = false;
      const work = Promise.all(visitors.map((visitor) => visitor.work(host.url, () => over)));
      await Promise.race([wait(workMs), work]);
      await kill(host);
      over = true;
      await work;
    },
    async failDatabase(how) {
      if (opened.database === undefined) throw new Error(`The house ${house.name} has no database that could fail.`);
      const host = await start();
      await look(host);
      let over = false;
      const work = Promise.all(visitors.map((visitor) => visitor.work(host.url, () => over)));
      await Promise.race([wait(random.whole(20, 1_000)), work]);
      await opened.database[how]();
      await Promise.race([wait(500), work]);
      over = true;
      await work;
      await untilReady(host);
      await look(host);
      await kill(host);
    },
    async killAtStart(killAfterMs) {
      const host = await startProcess({ folder, killAfterMs }, () => undefined);
      if (host !== undefined) await kill(host);
    },
    async shortDayUnder(under) {
      const host = await startProcess({ folder, under }, () => undefined);
      const alive = host !== undefined && (await visitors[0]?.haveShortDay(host.url)) === true;
      if (host !== undefined) await kill(host);
      const next = await start();
      await look(next);
      await kill(next);
      return !alive;
    },
    async end() {
      const host = await start();
      await look(host);
      for (const { practice } of visitors) await awaitTold(practice, services);
      await abandon();
      await rm(folder, { recursive: true, force: true });
    },
    done() {
      const all = new Map<string, number>();
      for (const { done } of visitors) for (const [each, times] of done) all.set(each, (all.get(each) ?? 0) + times);
      return all;
    },
  };
}

async function openPractice(url: string, name: string, receiver: string): Promise<Practice> {
  const made = async (path: string, key: string, json: object) =>
    (await send(url, { method: 'POST', path, key, json })).json;
  const { account_id: account } = Made.parse(await made('/admin/accounts', adminKey, { name }));
  const keyWith = async (...scopes: readonly string[]) =>
    MadeKey.parse(await made('/admin/keys', adminKey, { account_id: account, name, scopes })).key;
  const key = await keyWith('time', 'clinical');
  const practice = newPractice({
    name,
    account,
    key,
    adminKey: await keyWith('time', 'clinical', 'admin', 'operator'),
  });
  const webhook = mainWebhook(practice, receiver);
  practice.webhooks.set(
    MadeWebhook.parse(await made('/api/v1/webhooks', key, { url: webhook, events: told })).id,
    webhook,
  );
  return practice;
}

/** Waits until a host is ready again. Throws a `Broken` where it is not within a minute. */
async function untilReady({ url }: HostProcess): Promise<void> {
  const until = Date.now() + 60_000;
  while ((await send(url, { method: 'GET', path: '/ready', key: adminKey })).status !== 200) {
    if (Date.now() > until)
      throw new Broken('fault', 'the host does not become ready again once its database is there');
    await wait(100);
  }
}
