import { expect, test } from 'vitest';
import projectLines from './project-work.ts';

const project = (tasks: string, more = '') =>
  `<?xml version="1.0"?>\n<Project xmlns="http://schemas.microsoft.com/project"><Name>Move</Name>\n<Tasks>\n${tasks}\n</Tasks>${more}</Project>`;
const task = (uid: number, name: string, more = '') =>
  `<Task><UID>${uid}</UID><Name>${name}</Name><Start>2027-01-0${uid}T08:00:00</Start><Finish>2027-01-0${uid}T17:00:00</Finish>${more}</Task>`;
const link = (uid: number, type: number, lag = 0, format = 7) =>
  `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID><Type>${type}</Type><LinkLag>${lag}</LinkLag><LagFormat>${format}</LagFormat></PredecessorLink>`;
const read = (file: string) => projectLines(Buffer.from(file)).toArray();
const causesOf = (more: string) =>
  read(project(`${task(1, 'A')}\n${task(2, 'B', more)}`))
    .flatMap((line) => ('fields' in line ? [line.fields.causes] : 'omitted' in line ? [line.omitted] : []))
    .slice(1);

test('tasks are events with their links, resources and constraints', () => {
  const more =
    '<Resources><Resource><UID>7</UID><Name>Ann</Name></Resource></Resources><Assignments><Assignment><TaskUID>2</TaskUID><ResourceUID>7</ResourceUID></Assignment></Assignments>';
  const tasks = [
    '<Task><UID>0</UID><Name>Project</Name></Task>',
    task(1, 'Walls &amp; doors'),
    task(2, 'Paint', `<ConstraintType>2</ConstraintType>${link(1, 1, 4800)}`),
    '<Task><UID>3</UID><IsNull>1</IsNull></Task>',
    task(4, 'Off', '<Active>0</Active>'),
    '<Task><UID>5</UID><Name>Done</Name><Milestone>1</Milestone><Start>2027-01-09T00:00:00</Start><Finish>2027-01-09T00:00:00</Finish></Task>',
  ];
  expect(read(project(tasks.join('\n'), more))).toEqual([
    {
      line: 5,
      version: { sequence: 0 },
      fields: {
        event_id: 'Move/1',
        description: 'Walls & doors',
        time: '2027-01-01T08:00:00Z',
        end_time: '2027-01-01T17:00:00Z',
      },
    },
    {
      line: 6,
      version: { sequence: 0 },
      fields: {
        event_id: 'Move/2',
        description: 'Paint',
        time: '2027-01-02T08:00:00Z',
        end_time: '2027-01-02T17:00:00Z',
        participants: ['Ann'],
        causes: [{ event_id: 'Move/1', min_delay: '480m', from: 'end' }],
        fixed: true,
      },
    },
    { line: 8, omitted: 'The task is inactive and was left out' },
    {
      line: 9,
      version: { sequence: 0 },
      fields: { event_id: 'Move/5', description: 'Done', time: '2027-01-09T00:00:00Z' },
    },
  ]);
});

test.each([
  ['finish to start', link(1, 1), [[{ event_id: 'Move/1', min_delay: '0m', from: 'end' }]]],
  ['start to start with a lag', link(1, 3, 600), [[{ event_id: 'Move/1', min_delay: '60m' }]]],
  ['finish to finish', link(1, 0), [undefined, 'A link to the finish of this task is no cause and was left out']],
  ['start to finish', link(1, 2), [undefined, 'A link to the finish of this task is no cause and was left out']],
  [
    'with a lead',
    link(1, 1, -600),
    [undefined, 'A link with a lead, or with a lag in per cent, is no cause and was left out'],
  ],
  [
    'with a lag in per cent',
    link(1, 1, 50, 19),
    [undefined, 'A link with a lead, or with a lag in per cent, is no cause and was left out'],
  ],
  ['to a task that is not there', link(9, 1), [undefined]],
])('a link %s is read, or named', (_what, more, causes) => {
  expect(causesOf(more)).toEqual(causes);
});

test.each([
  ['no XML', 'ID,Name\n1,Design', /^This is not XML/],
  ['other XML', '<ganttproject/>', /^This is no project/],
  [
    'entities of its own',
    `<!DOCTYPE Project [<!ENTITY a "b">]>${project(task(1, '&a;')).slice(22)}`,
    /^This is not XML/,
  ],
  [
    'an entity that reads a file',
    `<!DOCTYPE Project [<!ENTITY a SYSTEM "file:///etc/passwd">]>${project(task(1, '&a;')).slice(22)}`,
    /^This is not XML/,
  ],
  ['a hundred thousand levels', '<Project>'.repeat(100_000), /nested too deep|This is not XML/],
])('a file with %s says what is wrong', (_what, file, detail) => {
  expect(read(file)).toEqual([{ line: expect.any(Number), detail: expect.stringMatching(detail) }]);
});
