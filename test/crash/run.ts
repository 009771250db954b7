import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Campaign, openCampaign } from './campaign.ts';
import { Unanswered } from './client.ts';
import { Broken } from './deed.ts';
import type { Start } from './host-process.ts';
import type { House } from './houses/house.ts';
import { type Random, randomFrom } from './random.ts';
import { chosenCalls, counted, countsIn, killedAt, type WritingCall } from './system-calls.ts';

/** How many kills of which kind. */
export interface Kills {
  /** At a moment of mixed work that nobody chose. */
  readonly work: number;
  /** While it starts. */
  readonly start: number;
  /** As it makes a system call that writes, one after another. */
  readonly call: number;
  /** Of its database, with `kill -9` or by cutting its connections, while the host goes on. */
  readonly database: number;
}

export interface CampaignResult {
  readonly kills: Kills;
  readonly broken: readonly Broken[];
  /** All starts in which nobody interfered. */
  readonly starts: readonly Start[];
  /** How often each operation was answered. */
  readonly done: ReadonlyMap<string, number>;
}

export interface CampaignOrder {
  readonly house: House;
  readonly folder: string;
  readonly seed: number;
  readonly kills: Kills;
  /** No kill is begun after this instant, in milliseconds since 1970. */
  readonly until: number;
  say(line: string): void;
}

/** Most kills go to system calls where they can be met: they are the moments at which a write is half done. */
export function plannedKills(all: number, { inFiles, hasDatabase }: House, callsCanBeMet: boolean): Kills {
  const call = inFiles && callsCanBeMet ? Math.round(all * 0.5) : 0;
  const database = hasDatabase ? Math.round(all * 0.3) : 0;
  const start = Math.round((all - call - database) * 0.15);
  return { call, database, start, work: all - call - database - start };
}

/**
 * A host that has served for long starts later, and looking at all that it has takes longer: so after these many kills
 * another one is begun.
 */
const killsInOneFolder = 15;
const practices = 4;
const longestWorkMs = 1_500;
const longestStartMs = 1_500;

/**
 * Kills the hosts of one house as often as is ordered, on new folders now and then. What was not kept ends that
 * folder's part, and no other.
 */
export async function runCampaign({ house, folder, seed, kills, until, say }: CampaignOrder): Promise<CampaignResult> {
  const random = randomFrom(seed);
  const result = {
    kills: { work: 0, start: 0, call: 0, database: 0 },
    broken: [] as Broken[],
    starts: [] as Start[],
    done: new Map<string, number>(),
  };
  const home = join(folder, house.name);
  await mkdir(home, { recursive: true });
  let folders = 0;

  /** Opens a campaign on a folder of its own, and counts what becomes of it. */
  const inNewFolder = async (
    visiting: number,
    work: (campaign: Campaign, folder: string) => Promise<void>,
  ): Promise<void> => {
    folders += 1;
    const own = join(home, String(folders));
    const campaign = await openCampaign({ house, folder: own, name: `h${folders}`, practices: visiting, random });
    try {
      await work(campaign, own);
      await campaign.end();
    } catch (thrown) {
      // Nobody had killed it.
      const broken = thrown instanceof Unanswered ? new Broken('fault', goneBy(thrown, campaign.said())) : thrown;
      if (!(broken instanceof Broken)) throw broken;
      say(`NOT KEPT (${broken.kind}), in ${own}: ${broken.message}`);
      result.broken.push(broken);
      await campaign.abandon();
    }
    result.starts.push(...campaign.starts);
    for (const [each, times] of campaign.done()) result.done.set(each, (result.done.get(each) ?? 0) + times);
  };
  const timeIsUp = () => Date.now() > until;

  const moments = momentsOf(kills, random);
  // The calls have their share of the time, too.
  const momentsUntil = Date.now() + ((until - Date.now()) * moments.length) / (moments.length + kills.call);
  const nextMoments = () => (Date.now() < momentsUntil ? moments.splice(0, killsInOneFolder) : []);
  for (let next = nextMoments(); next.length > 0; next = nextMoments()) {
    await inNewFolder(practices, async (campaign) => {
      for (const moment of next) {
        if (Date.now() > momentsUntil) return;
        if (moment === 'work') await campaign.killAtWork(random.whole(20, longestWorkMs));
        else if (moment === 'start') await campaign.killAtStart(random.whole(20, longestStartMs));
        else await campaign.failDatabase(random.one(['crash', 'cutConnections']));
        result.kills[moment] += 1;
      }
    });
    say(`${result.kills.work + result.kills.start + result.kills.database} kills at moments that nobody chose`);
  }

  const calls: (readonly [WritingCall, number])[] = [];
  const walk = async (campaign: Campaign, own: string) => {
    if (calls.length === 0) {
      const log = join(own, 'calls');
      await campaign.shortDayUnder(counted(log));
      calls.push(...chosenCalls(await countsIn(log), kills.call));
    }
    for (const [call, n] of calls.splice(0, killsInOneFolder)) {
      if (timeIsUp()) return;
      if (await campaign.shortDayUnder(killedAt(call, n))) result.kills.call += 1;
    }
  };
  if (kills.call > 0 && !timeIsUp()) await inNewFolder(1, walk);
  while (calls.length > 0 && !timeIsUp()) {
    await inNewFolder(1, walk);
    say(`${result.kills.call} kills at system calls`);
  }
  if (timeIsUp()) say('its time is up before all kills are made');
  return result;
}

/** Why a host does not answer that nobody has killed. */
function goneBy({ message, cause }: Unanswered, said: string): string {
  const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  return `the host is gone: ${message} (${reason}). It said: ${said || 'nothing'}`;
}

type Moment = Exclude<keyof Kills, 'call'>;

function momentsOf(kills: Kills, random: Random): Moment[] {
  const moments: Moment[] = [
    ...Array.from({ length: kills.work }, () => 'work' as const),
    ...Array.from({ length: kills.start }, () => 'start' as const),
    ...Array.from({ length: kills.database }, () => 'database' as const),
  ];
  return moments
    .map((moment) => ({ moment, at: random.fraction() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ moment }) => moment);
}
