import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import type { FileLine } from 'chronoscribe/kinds/ledger';
import { exactField, noTitle, withExact } from '../exact-fields.ts';
import { excerpt } from '../text.ts';

/** The fields that projects have in their own way. */
const held = ['description', 'time', 'end_time', 'participants', 'causes', 'fixed'];

/**
 * Reads the XML of MS Project (MSPDI). Times have no zone and are read as UTC. Tasks are events, milestones instants,
 * resources participants; a link from a finish or a start to a start is a cause with its lag, in the minutes that are
 * written, and a task that must start or finish on a date is fixed. The line is that of the task.
 */
export default function* projectLines(file: Uint8Array): Generator<FileLine> {
  const read = readXml(file);
  if ('detail' in read) {
    yield read;
    return;
  }
  const { project, lineOf } = read;
  const name = textOf(project, 'GUID') ?? textOf(project, 'Name') ?? 'project';
  const modified = Date.parse(`${textOf(project, 'LastSaved')}Z`);
  const version = { sequence: 0, ...(Number.isFinite(modified) && { modified }) };
  const participants = assigned(project);
  const tasks = members(project, 'Tasks', 'Task').filter((task) => textOf(task, 'UID') !== undefined);
  const ids = new Map(tasks.map((task) => [textOf(task, 'UID'), idOf(task, name)]));
  const known: ReadonlySet<unknown> = new Set(ids.values());

  for (const task of tasks) {
    const line = lineOf(task);
    const uid = textOf(task, 'UID') ?? '';
    // The task 0 stands for the project.
    if (uid === '0' || textOf(task, 'IsNull') === '1') continue;
    if (textOf(task, 'Active') === '0') {
      yield { line, omitted: 'The task is inactive and was left out' };
      continue;
    }
    const [time, end] = [textOf(task, 'Start'), textOf(task, 'Finish')];
    const links = childrenOf(task, 'PredecessorLink').map((link) => readLink(link, ids));
    const isInstant = textOf(task, 'Milestone') === '1' && time === end;
    const constraint = textOf(task, 'ConstraintType') ?? '';
    const causes = links.flatMap((link) => ('event_id' in link ? [link] : []));
    const fields = {
      event_id: ids.get(uid),
      description: textOf(task, 'Name') ?? noTitle,
      ...(time !== undefined && { time: `${time}Z` }),
      ...(end !== undefined && !isInstant && { end_time: `${end}Z` }),
      ...(participants.has(uid) && { participants: participants.get(uid) }),
      ...(causes.length > 0 && { causes }),
      ...(mustBeOn.has(constraint) && { fixed: true }),
    };
    yield { line, fields: withExact(fields, exactOf(task), held, (id) => known.has(id)), version };
    for (const link of links) if ('omitted' in link) yield { line, omitted: link.omitted };
  }
}

/** Must start on, must finish on. */
const mustBeOn: ReadonlySet<string> = new Set(['2', '3']);

type Read = { readonly project: XmlElement; readonly lineOf: (element: XmlElement) => number };

/** The parser knows no entities but the five of XML, and reads no other file. */
function readXml(file: Uint8Array): Read | { readonly line: number; readonly detail: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return { line: 1, detail: 'The file is not UTF-8' };
  }
  try {
    const { root } = parseXml(text, { includeOffsets: true });
    if (root?.name !== 'Project') return { line: 1, detail: 'This is no project: its first element must be <Project>' };
    let [at, line] = [0, 1];
    const lineOf = ({ start }: XmlElement): number => {
      for (; at < start; at += 1) if (text[at] === '\n') line += 1;
      return line;
    };
    return { project: root, lineOf };
  } catch (thrown) {
    if (thrown instanceof XmlError) return { line: thrown.line, detail: `This is not XML: ${excerpt(thrown.message)}` };
    if (thrown instanceof RangeError) return { line: 1, detail: 'The XML is nested too deep' };
    throw thrown;
  }
}

const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name);

const members = (element: XmlElement, list: string, name: string): readonly XmlElement[] =>
  childrenOf(element, list).flatMap((each) => childrenOf(each, name));

/** Undefined for an empty element too. */
function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text.trim() || undefined;
}

/** What an export has kept of a task. */
function exactOf(task: XmlElement): string {
  const attribute = childrenOf(task, 'ExtendedAttribute').find((each) => textOf(each, 'FieldID') === exactField);
  return (attribute && textOf(attribute, 'Value')) ?? '';
}

/** The id that an export has kept, else the GUID, else the number in the project of that name. */
function idOf(task: XmlElement, project: string): string {
  const { event_id } = withExact({}, exactOf(task), held);
  if (typeof event_id === 'string') return event_id;
  return textOf(task, 'GUID') ?? `${project}/${textOf(task, 'UID')}`;
}

/** The names of the resources of each task. */
function assigned(project: XmlElement): ReadonlyMap<string, readonly string[]> {
  const names = new Map(
    members(project, 'Resources', 'Resource').map((each) => [textOf(each, 'UID'), textOf(each, 'Name')]),
  );
  const pairs = members(project, 'Assignments', 'Assignment').flatMap((each) => {
    const name = names.get(textOf(each, 'ResourceUID'));
    return name === undefined ? [] : [{ task: textOf(each, 'TaskUID') ?? '', name }];
  });
  const byTask = Map.groupBy(pairs, ({ task }) => task);
  return new Map([...byTask].map(([task, of]) => [task, [...new Set(of.map(({ name }) => name))]]));
}

/** A link to a start as a cause; why it is none; nothing for a task that the file does not have. */
function readLink(link: XmlElement, ids: ReadonlyMap<string | undefined, string>) {
  const event_id = ids.get(textOf(link, 'PredecessorUID'));
  const type = textOf(link, 'Type') ?? '1';
  // In tenths of minutes.
  const lag = Number(textOf(link, 'LinkLag') ?? 0) / 10;
  if (event_id === undefined) return {};
  if (type !== '1' && type !== '3')
    return { omitted: 'A link to the finish of this task is no cause and was left out' };
  if (lag < 0 || /^(19|20|51|52)$/.test(textOf(link, 'LagFormat') ?? '')) {
    return { omitted: 'A link with a lead, or with a lag in per cent, is no cause and was left out' };
  }
  return { event_id, min_delay: `${Math.floor(lag)}m`, ...(type === '1' && { from: 'end' }) };
}
