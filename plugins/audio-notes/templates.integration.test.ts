import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SectionContent } from 'chronoscribe/kinds/writer';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cli } from '../../core/cli/testing.ts';
import { noteSettings } from './template-settings.ts';
import { noteTemplates } from './templates.ts';

const bundled = noteTemplates({});
const headings = (name: string, templates = bundled) => templates.outline(name).map((section) => section.name);

describe('the bundled templates', () => {
  test('are seven, with SOAP before all', () => {
    expect(bundled.names).toEqual(['soap', 'hp', 'dap', 'birp', 'girpp', 'sirp', 'progress']);
  });

  test('write SOAP as the specification has it', () => {
    expect(bundled.outline('soap').map(({ name, contents }) => [name, contents])).toEqual([
      ['Subjective', ['history']],
      ['Objective', ['examination', 'results']],
      ['Assessment', ['assessment']],
      ['Plan', ['plan']],
      ['Follow-Up', ['follow-up']],
    ]);
  });

  test.each([
    ['dap', 'DAP'],
    ['birp', 'BIRP'],
    ['girpp', 'GIRPP'],
    ['sirp', 'SIRP'],
  ])('%s has the sections that its letters stand for', (name, letters) => {
    expect(
      headings(name)
        .map((heading) => heading[0])
        .join(''),
    ).toBe(letters);
  });

  /** What every writer tells apart. */
  const widest: readonly SectionContent[] = ['history', 'examination', 'results', 'assessment', 'plan', 'follow-up'];
  test.each(bundled.names)(
    '%s has one place for whatever every writer tells apart, and says what belongs in each section',
    (name) => {
      const outline = bundled.outline(name);
      for (const content of widest)
        expect(outline.filter(({ contents }) => contents.includes(content))).toHaveLength(1);
      expect(new Set(outline.map((section) => section.name)).size).toBe(outline.length);
      for (const { guidance } of outline) expect(guidance).not.toBe('');
      expect(bundled.instructions(name)).toContain('State only what was said');
    },
  );

  test('tell a writer what kind of note it is', () => {
    expect(bundled.instructions('birp')).toContain('counselling');
    expect(bundled.instructions('soap')).not.toContain('counselling');
  });
});

describe('templates of the operator', () => {
  const parse = (settings: object) => noteTemplates(noteSettings.parse(settings).templates);

  test('stand beside the bundled ones', () => {
    const templates = parse({
      templates: { visit: [{ name: 'Story', contents: ['history'], guidance: 'As it was told.' }] },
    });
    expect(templates.names).toEqual([...bundled.names, 'visit']);
    expect(templates.outline('visit')).toEqual([{ name: 'Story', contents: ['history'], guidance: 'As it was told.' }]);
  });

  test('stand in the place of a bundled one of the same name, with no words of ours', () => {
    const templates = parse({ templates: { birp: [{ name: 'All', contents: ['summary'] }] } });
    expect(templates.names).toEqual(bundled.names);
    expect(headings('birp', templates)).toEqual(['All']);
    expect(templates.instructions('birp')).not.toContain('counselling');
  });

  test('may be the default', () => {
    const templates = { visit: [{ name: 'Story', contents: ['history'] }] };
    expect(noteSettings.parse({ template: 'visit', templates }).template).toBe('visit');
  });

  test.each(['soap ', '', '__proto__', 'constructor'])('a name that none has is an error: "%s"', (name) => {
    expect(() => bundled.outline(name)).toThrow(`there is no template "${name}"`);
  });
});

describe('chronoscribe check', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  const check = async (settings: string) => {
    await writeFile(join(folder.path, 'clinic.yaml'), `plugins:\n  audio-notes:\n    with:\n${settings}`);
    return cli(['check', '--config', 'clinic.yaml'], { workingDirectory: folder.path });
  };

  test('is content with templates that are right', async () => {
    const { code, stderr } = await check(`      template: visit
      templates:
        visit:
          - { name: Story, contents: [complaint, history], guidance: As it was told. }
          - { name: What We Do, contents: [plan, follow-up] }
`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('names the place of every mistake in them, and how to mend it', async () => {
    const { code, stderr } = await check(`      template: soup
      templates:
        empty: []
        two words: [{ name: Story, contents: [history] }]
        visit:
          - { name: "Story:", contents: [gossip] }
          - { name: Plan, contents: [] }
          - { name: plan, content: [plan] }
        twice:
          - { name: Plan, contents: [plan] }
          - { name: plan, contents: [follow-up] }
`);
    expect(code).toBe(1);
    expect(stderr).toMatchInlineSnapshot(`
      "clinic.yaml:6:9  plugins.audio-notes.with.templates.empty
          expected at least 1 entry, got 0
      clinic.yaml:7:9  plugins.audio-notes.with.templates["two words"]
          a template is named by up to 64 letters, digits, ".", "_" and "-"
      clinic.yaml:9:21  plugins.audio-notes.with.templates.visit[0].name
          expected a heading: one line that begins with a letter or digit, without a colon at its end (the heading in the note, without its colon)
      clinic.yaml:9:42  plugins.audio-notes.with.templates.visit[0].contents[0]
          expected one of complaint, history, past-history, medications, allergies, family-history, social-history, review-of-systems, goals, examination, results, behavior, assessment, diagnoses, progress, intervention, response, plan, follow-up, summary, got "gossip"
      clinic.yaml:10:27  plugins.audio-notes.with.templates.visit[1].contents
          expected at least 1 entry, got 0 (what belongs there; every writer goes by these words)
      clinic.yaml:11:13  plugins.audio-notes.with.templates.visit[2].contents
          missing: expected a list (what belongs there; every writer goes by these words)
      clinic.yaml:11:27  plugins.audio-notes.with.templates.visit[2].content
          unknown setting "content"; known: name, contents, guidance
      clinic.yaml:14:21  plugins.audio-notes.with.templates.twice[1].name
          the name of section 1 already; give each section its own (the heading in the note, without its colon)
      "
    `);
  });

  test('names a default that there is not', async () => {
    expect((await check('      template: soup\n')).stderr).toMatchInlineSnapshot(`
      "clinic.yaml:4:17  plugins.audio-notes.with.template
          there is no template of this name; known are soap, hp, dap, birp, girpp, sirp, progress (the note that is written where a request names none)
      "
    `);
  });
});
