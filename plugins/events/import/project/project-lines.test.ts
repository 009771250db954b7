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
    .flatMap((line) => {
      if ('omitted' in line) return [line.omitted];
      return 'fields' in line
        ? [line.fields.causes, ...(line.fields.plan === undefined ? [] : [line.fields.plan])]
        : [];
    })
    .slice(1);

test('tasks are events with their links, resources and constraints', () => {
  const more =
    '<Resources><Resource><UID>7</UID><Name>Ann</Name></Resource></Resources><Assignments><Assignment><TaskUID>2</TaskUID><ResourceUID>7</ResourceUID></Assignment></Assignments>';
  const tasks = [
    '<Task><UID>0</UID><Name>Project</Name></Task>',
    task(1, 'Walls &amp; doors'),
    task(2, 'Paint', `<ConstraintType>2</ConstraintType>${link(1, 1, 4800, 8)}`),
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

const tie = (from: string, to: string, lag: string, working?: true) => [
  undefined,
  { links: [{ event_id: 'Move/1', from, to, lag, ...(working && { working }) }] },
];

test.each([
  ['finish to start', link(1, 1), [[{ event_id: 'Move/1', min_delay: '0m', from: 'end' }]]],
  ['start to start with a lag by the clock', link(1, 3, 600, 4), [[{ event_id: 'Move/1', min_delay: '60m' }]]],
  ['with a lag in working time', link(1, 1, 4800), tie('end', 'start', '480m', true)],
  ['finish to finish', link(1, 0), tie('end', 'end', '0m')],
  ['start to finish with a lag', link(1, 2, 600, 6), tie('start', 'end', '60m')],
  ['with a lead', link(1, 1, -600), tie('end', 'start', '-60m', true)],
  ['with a lag in per cent', link(1, 1, 50, 19), [undefined, 'A link with a lag in per cent was left out']],
  ['to a task that is not there', link(9, 1), [undefined]],
])('a link %s is read, or named', (_what, more, causes) => {
  expect(causesOf(more)).toEqual(causes);
});

/** What is planned of the last of two tasks; the second of January 2027 is a Saturday. */
const planOf = (more: string, after = '', before = '') =>
  read(project(`${task(1, 'A', before)}\n${task(2, 'B', more)}`, after)).flatMap((line) =>
    'fields' in line ? [line.fields] : [],
  )[1]?.plan;
const dated = (type: number, date: string) =>
  `<ConstraintType>${type}</ConstraintType><ConstraintDate>${date}</ConstraintDate>`;

test.each([
  ['as soon as possible', '<ConstraintType>0</ConstraintType>', undefined],
  ['as late as possible', '<ConstraintType>1</ConstraintType>', { as_late_as_possible: true }],
  ['start no earlier', dated(4, '2027-01-02T10:00:00'), { not_before: '2027-01-02T10:00:00Z' }],
  ['start no later', dated(5, '2027-01-02T10:00:00'), { not_after: '2027-01-02T19:00:00Z' }],
  ['finish no earlier', dated(6, '2027-01-02T18:00:00'), { not_before: '2027-01-02T09:00:00Z' }],
  ['finish no later', dated(7, '2027-01-02T18:00:00'), { not_after: '2027-01-02T18:00:00Z' }],
  ['a constraint without its date', '<ConstraintType>7</ConstraintType>', undefined],
  ['a deadline', '<Deadline>2027-01-09T00:00:00</Deadline>', { deadline: '2027-01-09T00:00:00Z' }],
  ['progress', '<PercentComplete>40</PercentComplete>', { percent_complete: 40 }],
  [
    'the first baseline',
    '<Baseline><Number>1</Number><Start>2026-01-01T08:00:00</Start></Baseline><Baseline><Number>0</Number><Start>2027-01-01T08:00:00</Start><Finish>2027-01-01T17:00:00</Finish></Baseline>',
    { baseline: { time: '2027-01-01T08:00:00Z', end_time: '2027-01-01T17:00:00Z' } },
  ],
])('of a task, %s is planned', (_, more, plan) => {
  expect(planOf(more)).toEqual(plan);
});

test('a task is part of the one above it that is less deep', () => {
  const level = (at: number) => `<OutlineLevel>${at}</OutlineLevel>`;
  const tasks = [1, 2, 3, 2, 1].map((depth, at) => task(at + 1, 'T', level(depth))).join('\n');
  const parts = read(project(tasks)).map((line) => ('fields' in line ? Object(line.fields.plan).part_of : ''));
  expect(parts).toEqual([undefined, 'Move/1', 'Move/2', 'Move/1', undefined]);
});

const time =
  '<WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>16:00:00</ToTime></WorkingTime></WorkingTimes>';
const weekDay = (day: number, works = true) =>
  `<WeekDay><DayType>${day}</DayType><DayWorking>${works ? 1 : 0}</DayWorking>${works ? time : ''}</WeekDay>`;
const exception = (from: string, to: string, works: boolean, more = '<Type>1</Type>') =>
  `<Exception><TimePeriod><FromDate>${from}T00:00:00</FromDate><ToDate>${to}T23:59:00</ToDate></TimePeriod>${more}<DayWorking>${works ? 1 : 0}</DayWorking>${works ? time : ''}</Exception>`;
const calendar = (uid: number, name: string, days: string, more = '', base = -1) =>
  `<Calendar><UID>${uid}</UID><Name>${name}</Name><BaseCalendarUID>${base}</BaseCalendarUID><WeekDays>${days}</WeekDays><Exceptions>${more}</Exceptions></Calendar>`;
const staffed =
  '<Resources><Resource><UID>1</UID><Name>Ann</Name><CalendarUID>3</CalendarUID></Resource><Resource><UID>2</UID><Name>Bob</Name><CalendarUID>4</CalendarUID></Resource></Resources><Assignments><Assignment><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID></Assignment><Assignment><TaskUID>2</TaskUID><ResourceUID>2</ResourceUID><Units>0.5</Units></Assignment></Assignments>';

test('calendars rule the tasks of a project, and people who have their own', () => {
  const standard = calendar(
    1,
    'Standard',
    [weekDay(1, false), ...[2, 3, 4, 5, 6].map((day) => weekDay(day)), weekDay(7, false)].join(''),
    exception('2027-01-01', '2027-01-01', false) +
      exception('2027-01-09', '2027-01-10', true) +
      exception('2027-01-01', '2099-01-01', false, '<Type>2</Type><Month>11</Month><MonthDay>5</MonthDay>'),
  );
  const calendars = `<CalendarUID>1</CalendarUID><Calendars>${standard}${calendar(3, 'Ann', weekDay(2, false), '', 1)}${calendar(4, 'Bob', '', '', 1)}</Calendars>`;
  const lines = read(project(`${task(1, 'A')}\n${task(2, 'B')}`, calendars + staffed));
  const hours = ['08:00-16:00'];
  const days = { '2027-01-01': [], '2027-01-09': hours, '2027-01-10': hours, '12-05': [] };
  const week = { sun: [], mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: [] };
  expect(lines).toMatchObject([
    { calendar: { name: 'Move: Ann', people: ['Ann'], week: { ...week, mon: [] }, days } },
    { calendar: { name: 'Move: Standard', week, days } },
    { fields: { participants: ['Ann'] } },
    { fields: { participants: ['Bob'], plan: { calendar: 'Move: Standard', units: { Bob: 0.5 } } } },
  ]);
  expect(lines[2]).not.toHaveProperty('fields.plan');
});

test('a calendar of all hours rules nothing', () => {
  const always =
    '<WorkingTimes><WorkingTime><FromTime>00:00:00</FromTime><ToTime>00:00:00</ToTime></WorkingTime></WorkingTimes>';
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => weekDay(day).replace(time, always)).join('');
  const calendars = `<CalendarUID>1</CalendarUID><Calendars>${calendar(1, '24 Hours', days)}</Calendars>`;
  expect(planOf('', calendars)).toBe(undefined);
});

test('a project of GanttProject has its working days, dependencies, summaries and people', () => {
  const gan = `<?xml version="1.0"?>
<project name="Move" version="3.2">
<calendars><day-types><default-week id="1" name="default" sun="1" mon="0" tue="0" wed="0" thu="0" fri="0" sat="1"/></day-types>
<date year="2027" month="1" date="6" type="HOLIDAY"/><date year="" month="12" date="24" type="HOLIDAY"/></calendars>
<tasks>
<task id="0" name="Works" start="2027-01-04" duration="5">
<task id="1" name="Walls" start="2027-01-04" duration="3" complete="40"><depend id="2" type="2" difference="0"/><depend id="3" type="3" difference="2"/></task>
<task id="2" name="Paint" start="2027-01-08" duration="1"/>
</task>
<task id="3" name="Done" start="2027-01-11" duration="1" meeting="true"/>
</tasks>
<resources><resource id="7" name="Ann"/></resources>
<allocations><allocation task-id="1" resource-id="7" load="100.0"/></allocations>
</project>`;
  const plan = { calendar: 'Move: default' };
  expect(
    read(gan)
      .slice(1)
      .map((line) => ('fields' in line ? line.fields : line)),
  ).toEqual([
    ...[
      {
        event_id: 'Move/0',
        description: 'Works',
        time: '2027-01-04T00:00:00Z',
        end_time: '2027-01-12T00:00:00Z',
        plan,
      },
    ],
    {
      ...{ event_id: 'Move/1', description: 'Walls', time: '2027-01-04T00:00:00Z', end_time: '2027-01-08T00:00:00Z' },
      ...{ participants: ['Ann'], plan: { ...plan, percent_complete: 40, part_of: 'Move/0' } },
    },
    {
      ...{ event_id: 'Move/2', description: 'Paint', time: '2027-01-08T00:00:00Z', end_time: '2027-01-09T00:00:00Z' },
      ...{ causes: [{ event_id: 'Move/1', min_delay: '0m', from: 'end' }], plan: { ...plan, part_of: 'Move/0' } },
    },
    {
      ...{ event_id: 'Move/3', description: 'Done', time: '2027-01-11T00:00:00Z' },
      plan: { ...plan, links: [{ event_id: 'Move/1', from: 'end', to: 'end', lag: '2d', working: true }] },
    },
  ]);
  expect(read(gan)[0]).toMatchObject({ calendar: { days: { '2027-01-06': [], '12-24': [] } } });
  expect(read(gan).map(({ line }) => line)).toEqual([1, 6, 7, 8, 10]);
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
