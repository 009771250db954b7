import { describe, expect, test } from 'vitest';
import { read } from '../config/testing.ts';
import { compileAutomations } from './compile.ts';
import { catalog } from './testing/catalog.ts';

/** What a configuration with one automation reports, as `line:column path: message`. */
function faultsOf(yaml: string): readonly string[] {
  const { configuration, problems, check } = read(`automations:\n${yaml}`);
  compileAutomations(configuration.automations, { catalog, problems, check });
  return problems
    .report()
    .split(/\n(?=config)/)
    .filter((fault) => fault !== '')
    .map((fault) =>
      fault
        .replace('config/clinic.yaml:', '')
        .replace(/ {2}automations\.?/, ' ')
        .replace(/\n +/g, ': '),
    );
}

const send = '{ webhooks.send: { url: "https://x.example", text: hi } }';
const triggers = 'known: transcript.completed, lab.arrived, run.failed, clock.moved';
const actions = 'known: webhooks.send, transcripts.export, clock.pause, workflows.run';
const fields = 'known: id, form, template, patient, warnings';

describe('a broken automation is named at its place', () => {
  test.for<readonly [what: string, yaml: string, ...faults: string[]]>([
    [
      'a name with spaces',
      `  my notes: { on: lab.arrived, do: [${send}] }`,
      '2:3 ["my notes"]: the name of an automation has up to 63 lower-case letters, digits and "-"',
    ],
    ['no body', '  notes:', '2:3 notes: expected an automation such as { on: transcript.completed, do: [ … ] }'],
    ['no trigger', `  notes: { do: [${send}] }`, '2:3 notes.on: missing: expected text (the name of a trigger)'],
    [
      'an unknown trigger',
      `  notes:\n    on: transcript.complete\n    do: [${send}]`,
      `3:9 notes.on: unknown trigger "transcript.complete"; ${triggers}; did you mean "transcript.completed"?`,
    ],
    [
      'an unknown trigger in a list',
      `  notes:\n    on: [lab.arrived, lab.arived]\n    do: [${send}]`,
      `3:23 notes.on[1]: unknown trigger "lab.arived"; ${triggers}; did you mean "lab.arrived"?`,
    ],
    [
      'an empty list of triggers',
      `  notes:\n    on: []\n    do: [${send}]`,
      '3:5 notes.on: expected at least 1 entry, got 0 (the names of triggers)',
    ],
    [
      'a watched folder as a trigger',
      `  notes:\n    on: file.arrived\n    do: [${send}]`,
      '3:9 notes.on: a folder is watched with on: { folder: ./inbox }',
    ],
    ['no actions', '  notes: { on: lab.arrived }', '2:3 notes.do: missing: expected a list (the actions, in order)'],
    [
      'an empty list of actions',
      '  notes: { on: lab.arrived, do: [] }',
      '2:29 notes.do: expected at least 1 entry, got 0 (the actions, in order)',
    ],
    [
      'an unknown action',
      '  notes:\n    on: lab.arrived\n    do:\n      - webhook.send: {}',
      `5:9 notes.do[0]["webhook.send"]: unknown action "webhook.send"; ${actions}; did you mean "webhooks.send"?`,
    ],
    [
      'two actions in one entry',
      '  notes:\n    on: lab.arrived\n    do:\n      - clock.pause: {}\n        workflows.run: { workflow: digest }',
      '5:9 notes.do[0]: expected one action, with one name; write further ones as further entries',
    ],
    [
      'an action that is only a name',
      '  notes:\n    on: lab.arrived\n    do:\n      - clock.pause',
      '5:9 notes.do[0]: expected an action such as { webhooks.send: { url: … } }',
    ],
    [
      'an unknown field',
      '  notes:\n    on: lab.arrived\n    do:\n      - webhooks.send: { url: "https://x.example", text: hi, txt: ho }',
      '5:62 notes.do[0]["webhooks.send"].txt: unknown setting "txt"; known: url, text, urgent, attempts, tags; did you mean "text"?',
    ],
    [
      'a missing field',
      '  notes:\n    on: lab.arrived\n    do:\n      - webhooks.send: { url: "https://x.example" }',
      '5:9 notes.do[0]["webhooks.send"].text: missing: expected text',
    ],
    [
      'a wrong constant',
      '  notes:\n    on: lab.arrived\n    do:\n      - webhooks.send: { url: nowhere, text: hi }',
      '5:31 notes.do[0]["webhooks.send"].url: expected a URL such as https://example.org, got other text',
    ],
    [
      'a constant out of range',
      '  notes:\n    on: lab.arrived\n    do:\n      - webhooks.send: { url: "https://x.example", text: hi, attempts: 9 }',
      '5:72 notes.do[0]["webhooks.send"].attempts: expected at most 5, got 9',
    ],
    [
      'a constant of a wrong type',
      '  notes:\n    on: lab.arrived\n    do:\n      - webhooks.send: { url: "https://x.example", text: hi, urgent: soon }',
      '5:70 notes.do[0]["webhooks.send"].urgent: expected true or false, got "soon"',
    ],
    [
      'a wrong choice',
      '  notes:\n    on: lab.arrived\n    do:\n      - transcripts.export: { transcript: t, format: doc, folder: ./out }',
      '5:54 notes.do[0]["transcripts.export"].format: expected one of md, txt, got "doc"',
    ],
    [
      'an input that is no group',
      '  notes:\n    on: lab.arrived\n    do:\n      - webhooks.send: hello',
      '5:24 notes.do[0]["webhooks.send"]: expected settings, each with a name, got "hello"',
    ],
    [
      'a name that the event does not have',
      `  notes:\n    on: transcript.completed\n    if: order == "a"\n    do: [${send}]`,
      '4:9 notes.if: unknown name "order"; known: record (character 1 of the expression)',
    ],
    [
      'a field that the event does not have',
      `  notes:\n    on: transcript.completed\n    if: record.templat == "soap"\n    do: [${send}]`,
      `4:9 notes.if: unknown field "templat"; ${fields}; did you mean "template"? (character 8 of the expression)`,
    ],
    [
      'a condition of a wrong type',
      `  notes:\n    on: transcript.completed\n    if: record.template\n    do: [${send}]`,
      '4:9 notes.if: a condition is true or false, and this is of the type string',
    ],
    [
      'a condition that compares text with a number',
      `  notes:\n    on: transcript.completed\n    if: record.template == 1\n    do: [${send}]`,
      '4:9 notes.if: no such overload: string == int (character 1 of the expression)',
    ],
    [
      'a condition that is not CEL',
      `  notes:\n    on: transcript.completed\n    if: record.template ==\n    do: [${send}]`,
      '4:9 notes.if: unexpected token: EOF (character 19 of the expression)',
    ],
    [
      'a condition that one of two triggers does not fit',
      `  notes:\n    on: [transcript.completed, run.failed]\n    if: record.warnings == 0\n    do: [${send}]`,
      '4:9 notes.if: unknown name "record"; known: run (character 1 of the expression); in an event of run.failed',
    ],
    [
      'an unknown name in an input',
      '  notes:\n    on: transcript.completed\n    do:\n      - webhooks.send: { url: "https://x.example", text: "=recrd.id" }',
      '5:58 notes.do[0]["webhooks.send"].text: unknown name "recrd"; known: record (character 1 of the expression)',
    ],
    [
      'an expression of a wrong type',
      '  notes:\n    on: transcript.completed\n    do:\n      - webhooks.send: { url: "https://x.example", text: "=record.warnings" }',
      '5:58 notes.do[0]["webhooks.send"].text: the expression gives a whole number, and the field takes text',
    ],
    [
      'a wrong type inside of a list',
      '  notes:\n    on: transcript.completed\n    do:\n      - webhooks.send: { url: "https://x.example", text: hi, tags: [a, "=record.warnings"] }',
      '5:72 notes.do[0]["webhooks.send"].tags[1]: the expression gives a whole number, and the field takes text',
    ],
    [
      'a time where text is wanted',
      '  notes:\n    on: clock.moved\n    do:\n      - webhooks.send: { url: "https://x.example", text: "=timestamp(to)" }',
      '5:58 notes.do[0]["webhooks.send"].text: the expression gives a timestamp; make it a text with string(…)',
    ],
    [
      'a computed folder',
      '  notes:\n    on: transcript.completed\n    do:\n      - transcripts.export: { transcript: t, format: md, folder: "=record.form" }',
      '5:66 notes.do[0]["transcripts.export"].folder: a folder is written out here; it cannot be an expression',
    ],
    [
      'an unknown workflow',
      '  notes:\n    on: transcript.completed\n    do:\n      - workflows.run: { workflow: digst }',
      '5:36 notes.do[0]["workflows.run"].workflow: unknown workflow "digst"; known: digest',
    ],
    [
      'a computed workflow',
      '  notes:\n    on: transcript.completed\n    do:\n      - workflows.run: { workflow: "=record.form" }',
      '5:36 notes.do[0]["workflows.run"].workflow: the name of a workflow is written out here; it cannot be an expression',
    ],
    [
      'an unknown mode',
      `  notes:\n    on: lab.arrived\n    do: [${send}]\n    mode: serial`,
      '5:11 notes.mode: expected one of queued, parallel, latest, got "serial" (what an event does while the automation runs)',
    ],
    [
      'an unknown setting',
      `  notes:\n    on: lab.arrived\n    when: always\n    do: [${send}]`,
      '4:5 notes.when: unknown setting "when"; known: on, if, do, mode, account',
    ],
    [
      'a wrong time to settle',
      `  notes:\n    on: { folder: ./in, settle: soon }\n    do: [${send}]`,
      '3:33 notes.on.settle: "soon" is no duration. Write a whole number and its unit, such as 30s, 90m, 12h, 7d or 2w. (how long a file stays unchanged before it is taken; default 5s)',
    ],
    [
      'a wrong time zone',
      `  notes:\n    on: { cron: "0 7 * * MON", timeZone: Europe/Bonn }\n    do: [${send}]`,
      '3:42 notes.on.timeZone: expected a time zone such as Europe/Berlin (the time zone of the times; default UTC)',
    ],
    [
      'a schedule without its times',
      `  notes:\n    on: { timeZone: Europe/Berlin }\n    do: [${send}]`,
      '3:5 notes.on.cron: missing: expected text (minute, hour, day, month, weekday: "0 7 * * MON")',
    ],
  ])('%s', ([, yaml, ...faults]) => {
    expect(faultsOf(yaml)).toEqual(faults);
  });
});

describe('an automation', () => {
  const compiled = (yaml: string) => {
    const { configuration, problems, check } = read(`automations:\n${yaml}`);
    const automations = compileAutomations(configuration.automations, { catalog, problems, check });
    problems.throwIfAny();
    return { automations, folder: configuration.automations[0]?.base };
  };
  const payload = { record: { id: 'r1', form: 'audio-note', template: 'soap', patient: null, warnings: 0 } };

  test('gives each action its input, made of constants and of the event', () => {
    const { automations, folder } = compiled(`  notes:
    on: transcript.completed
    if: record.template == "soap" && record.warnings == 0
    do:
      - webhooks.send: { url: "https://x.example", text: "='note ready: ' + record.id", tags: ["=record.form", plain] }
      - transcripts.export: { transcript: "=record.id", format: md, folder: ./out }
      - webhooks.send: { url: "https://x.example", text: \\=literal }
      - workflows.run: { workflow: digest, input: { ids: ["=record.id"], count: "=record.warnings + 1" } }
`);
    const [automation] = automations;
    const event = { trigger: 'transcript.completed', payload };
    expect(automation?.condition(event)).toBe(true);
    expect(automation?.actions.map(({ name, input }) => [name, input(event)])).toEqual([
      [
        'webhooks.send',
        { url: 'https://x.example', text: 'note ready: r1', tags: ['audio-note', 'plain'], urgent: false, attempts: 1 },
      ],
      ['transcripts.export', { transcript: 'r1', format: 'md', folder: `${folder}/out` }],
      ['webhooks.send', { url: 'https://x.example', text: '=literal', urgent: false, attempts: 1 }],
      ['workflows.run', { ids: ['r1'], count: 1 }],
    ]);
    expect(automation?.auth).toBe('clinical');
  });

  test('says what was wrong with an event whose condition or input has no value', () => {
    const { automations } = compiled(`  notes:
    on: transcript.completed
    if: 1 / record.warnings == 1
    do: [{ webhooks.send: { url: "https://x.example", text: "=record.patient" } }]
`);
    const event = { trigger: 'transcript.completed', payload };
    expect(() => automations[0]?.condition(event)).toThrow(
      expect.objectContaining({
        code: 'automation-failed',
        detail:
          'The condition of the automation "notes" has no value for this event: division by zero. Change it in the configuration.',
        members: { automation: 'notes', event },
      }),
    );
    expect(() => automations[0]?.actions[0]?.input(event)).toThrow(/input of webhooks\.send .* text: .*string/);
  });
});
