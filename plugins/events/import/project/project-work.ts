import type { XmlElement } from '@rgrove/parse-xml';
import { TimeZone } from 'chronoscribe/kinds/clock';
import type { FileLine, ReadEventFile } from 'chronoscribe/kinds/ledger';
import type { JsonObject } from '../event-line.ts';
import { exactField, noTitle, parseExact, withExact } from '../exact-fields.ts';
import { type Clocks, clocksOf, zoneMark } from './format.ts';
import { ganttLines } from './gantt.ts';
import { readCalendars } from './project-calendars.ts';
import { readLink, readPlan, withExactPlan } from './project-plan.ts';
import { childrenOf, members, type ProjectFile, readXml, textOf } from './xml.ts';

/** The fields that projects have in their own way. */
const held = ['description', 'time', 'end_time', 'participants', 'causes', 'fixed'];

/** Reads the XML of MS Project (MSPDI), or of GanttProject. Without a zone, times are in that of our export, or UTC. */
export default function* projectLines(
  file: Uint8Array,
  { time_zone }: Parameters<ReadEventFile>[1] = {},
): Generator<FileLine> {
  const read = readXml(file);
  if ('detail' in read) yield read;
  else if (read.project.name === 'project') yield* ganttLines(read, time_zone);
  else {
    const { data: named = 'UTC' } = TimeZone.safeParse(textOf(read.project, 'Subject')?.replace(zoneMark, ''));
    yield* taskLines(read, clocksOf(time_zone ?? named));
  }
}

/**
 * Tasks are events, milestones instants, resources participants. A link from a
 * finish or a start to a start is a cause with its lag, unless it is a lead or counts working time: that, links to a
 * finish, constraints, progress and the first baseline are in `plan`. The line is that of the task.
 */
function* taskLines({ project, lineOf }: ProjectFile, clocks: Clocks): Generator<FileLine> {
  const title = textOf(project, 'Name');
  const name = textOf(project, 'GUID') ?? title ?? 'project';
  const modified = Date.parse(clocks.instant(textOf(project, 'LastSaved') ?? ''));
  const version = { sequence: 0, ...(Number.isFinite(modified) && { modified }) };
  const tasks = members(project, 'Tasks', 'Task').filter((task) => textOf(task, 'UID') !== undefined);
  const whole = tasks.find((task) => textOf(task, 'UID') === '0');
  const resources = new Map(
    members(project, 'Resources', 'Resource').flatMap((each) => {
      const named = textOf(each, 'Name');
      return named === undefined ? [] : [[named, each] as const];
    }),
  );
  const assigned = assignments(project, resources);
  // Our own export names them as they are here.
  const calendars = readCalendars(
    project,
    title === undefined || title === 'Chronoscribe' ? '' : `${title}: `,
    resources,
    clocks.zone,
    whole === undefined ? [] : exactOf(whole).calendars,
  );
  const ids = new Map(tasks.map((task) => [textOf(task, 'UID'), idOf(task, name)]));
  const known: ReadonlySet<unknown> = new Set(ids.values());
  const summaries: (string | undefined)[] = [];
  const lines: FileLine[] = [];

  for (const task of tasks) {
    const line = lineOf(task);
    const uid = textOf(task, 'UID') ?? '';
    // The task 0 stands for the project.
    if (uid === '0' || textOf(task, 'IsNull') === '1') continue;
    if (textOf(task, 'Active') === '0') {
      lines.push({ line, omitted: 'The task is inactive and was left out' });
      continue;
    }
    const level = Number(textOf(task, 'OutlineLevel') ?? 0);
    if (level > 0) summaries[level] = ids.get(uid);
    const part_of = level > 1 ? summaries[level - 1] : undefined;
    const [time, end] = [textOf(task, 'Start'), textOf(task, 'Finish')];
    const links = childrenOf(task, 'PredecessorLink').map((link) => readLink(link, ids));
    const causes = links.flatMap(({ cause }) => cause ?? []);
    const ties = links.flatMap(({ link }) => link ?? []);
    const isInstant = textOf(task, 'Milestone') === '1' && time === end;
    const { participants = [], units } = assigned.get(uid) ?? {};
    const exact = exactOf(task);
    const { fixed, plan: own } = readPlan(task, clocks, Object(exact.plan));
    const calendar = calendars.of(task, participants);
    const planned = {
      ...(calendar !== undefined && { calendar }),
      ...(ties.length > 0 && { links: ties }),
      ...own,
      ...(part_of !== undefined && { part_of }),
      ...(units !== undefined && { units }),
    };
    const isKept = Object.keys(exact).length > 0;
    const plan = isKept ? withExactPlan(planned, exact, task, clocks, (id) => known.has(id)) : planned;
    const fields = {
      event_id: ids.get(uid),
      description: textOf(task, 'Name') ?? noTitle,
      ...(time !== undefined && { time: clocks.instant(time, exact.time) }),
      ...(end !== undefined && !isInstant && { end_time: clocks.instant(end, exact.end_time) }),
      ...(participants.length > 0 && { participants }),
      ...(causes.length > 0 && { causes }),
      ...(fixed && { fixed }),
    };
    const { plan: _, ...kept } = withExact(fields, exact, held, (id) => known.has(id));
    lines.push({ line, fields: { ...kept, ...(Object.keys(plan).length > 0 && { plan }) }, version });
    for (const { omitted } of links) if (omitted !== undefined) lines.push({ line, omitted });
  }
  yield* calendars.found().map((calendar): FileLine => ({ line: 1, calendar: { ...calendar } }));
  yield* lines;
}

/** What an export has kept of a task. */
function exactOf(task: XmlElement): JsonObject {
  const attribute = childrenOf(task, 'ExtendedAttribute').find((each) => textOf(each, 'FieldID') === exactField);
  return parseExact((attribute && textOf(attribute, 'Value')) ?? '');
}

/** The id that an export has kept, else the GUID, else the number in the project of that name. */
function idOf(task: XmlElement, project: string): string {
  const { event_id } = exactOf(task);
  if (typeof event_id === 'string') return event_id;
  return textOf(task, 'GUID') ?? `${project}/${textOf(task, 'UID')}`;
}

/** The names of the resources of each task, and how much of them it takes, if not the whole of one. */
function assignments(project: XmlElement, resources: ReadonlyMap<string, XmlElement>) {
  const names = new Map([...resources].map(([name, each]) => [textOf(each, 'UID'), name]));
  const all = members(project, 'Assignments', 'Assignment').flatMap((each) => {
    const name = names.get(textOf(each, 'ResourceUID'));
    const units = Number(textOf(each, 'Units') ?? 1);
    return name === undefined ? [] : [{ task: textOf(each, 'TaskUID') ?? '', name, units }];
  });
  return new Map(
    [...Map.groupBy(all, ({ task }) => task)].map(([task, of]) => {
      const partial = of.filter(({ units }) => units > 0 && units !== 1);
      const units = partial.length > 0 ? Object.fromEntries(partial.map((each) => [each.name, each.units])) : undefined;
      return [task, { participants: [...new Set(of.map(({ name }) => name))], units }];
    }),
  );
}
