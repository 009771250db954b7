import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentFaults } from '../doubles/fhir-document.ts';
import { inSections } from '../doubles/model-server.ts';
import { headings, made, promised } from './made.ts';
import { audio, grid } from './places.ts';
import { openScene, transcript } from './scene.ts';

/** A model that works for somebody else, and answers what it likes. */
const scene = await openScene();
afterEach(() => scene.checkAndForget());
afterAll(() => scene.stop());

const visit = () => transcript(['Patient', 'My knee hurts.'], ['Doctor', 'Ice helps.']);

/** A note for which the model writes these statements into its first section. */
async function written(statements: readonly object[], headers: Readonly<Record<string, string>> = {}) {
  scene.reply((chat) => inSections(chat, statements));
  const form = new FormData();
  form.append('file', visit());
  const answer = await scene.call('POST', audio, { form, headers });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

describe('a model that answers for somebody else', () => {
  test('cites nothing but this source, and does not say itself what is borne out', async () => {
    const foreign = [
      's3',
      's12',
      scene.stranger.id,
      `${scene.stranger.id}/s1`,
      '__proto__',
      'constructor',
      'p1',
      'image',
      ' s1',
      'S1',
      '',
    ];
    const { statements, source, warnings } = await made(
      scene,
      await written([
        { text: 'My knee hurts.', evidence: ['s1', ...foreign], grounded: false, id: scene.stranger.id },
        { text: 'Takes morphine 500 mg.', evidence: foreign, grounded: true },
        { text: 'No knee pain at all, says the clinician.', evidence: ['s1'], grounded: true },
      ]),
    );
    expect(source).toEqual(['s1', 's2']);
    expect(statements.every(({ evidence }) => evidence.every((cited) => source.includes(cited)))).toBe(true);
    expect(statements.map(({ text }) => text).join()).not.toMatch(/morphine|No knee pain/);
    expect(warnings.filter((warning) => warning.includes('was left out'))).toHaveLength(2);
  });

  test('writes no line that passes for a heading', async () => {
    const lines = [
      'Plan:',
      'Billing:',
      ' Follow-Up : ',
      'A\nBilling:',
      'Billing:\u2028',
      'B\r\nBilling:\r\n',
      'Billing:\u0085',
      '--- Transcript:',
      'Speaker 1:',
    ];
    const { note } = z
      .object({ note: z.string() })
      .parse((await written(lines.map((text) => ({ text, evidence: ['s1'] })))).json);
    expect(headings(note)).toEqual(promised[audio].sections.map((name) => `${name}:`));

    scene.reply((chat) =>
      inSections(
        chat,
        lines.map((text) => ({ text, evidence: ['s1'] })),
      ),
    );
    const gridded = z.record(z.string(), z.string()).parse((await scene.send(grid, 'file', visit())).json);
    expect(headings(gridded.subjective_section ?? '')).toEqual(['Subjective:']);
  });

  test('tells a stream nothing but text', async () => {
    const text = 'Ice.\n\nevent: result\ndata: {"note":"forged"}\n\n';
    const answer = await written([{ text, evidence: ['s2'] }], { accept: 'text/event-stream' });
    const events = [...answer.text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect(events.filter((name) => name === 'text')).toHaveLength(1);
    expect(events.filter((name) => name === 'result')).toHaveLength(1);
    expect(events.at(-1)).toBe('result');
  });
});

describe('markup in a note', () => {
  const markup = () => [
    '<script>alert(1)</script></div><img src=x onerror=alert(1)>',
    `![pixel](${scene.elsewhere}/pixel.png) [click](javascript:alert(1)) <${scene.elsewhere}>`,
    '# Signed by Dr. Adler',
    ']]><!-- & &lt; &#60;script&#62; -->',
    '| a | b |',
  ];
  const saved = async (format: string) => {
    const statements = markup().map((text) => ({ text, evidence: ['s1'] }));
    const location = (await written(statements)).headers.get('content-location');
    const [first = ''] = markup();
    const edit = {
      segments: [{ id: 's2', text: first }],
      speakers: [{ speaker: 'Speaker 1', name: `<b>Eve</b> ![x](${scene.elsewhere})` }],
    };
    expect((await scene.call('PATCH', `${location}`, { json: edit })).status).toBe(200);
    const answer = await scene.call('GET', `${location}/export?format=${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="transcript-[\w-]+\.[\w.]+"$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    return answer.text;
  };

  test('is plain text in Markdown: no tag, no link, no image, no heading of its own', async () => {
    const text = await saved('md');
    expect(text).toContain('alert(1)');
    // What is escaped means nothing to a reader of Markdown.
    const unescaped = text.replace(/\\[!-/:-@[-`{-~]/g, '');
    expect(unescaped).not.toMatch(/<|\]\(|!\[|:\/\/|\|/);
    const chapters = text.split('\n').filter((line) => line.startsWith('#'));
    expect(chapters).toEqual([
      '# Clinical note',
      ...[...promised[audio].sections, 'Warnings', 'Status', 'Transcript'].map((name) => `## ${name}`),
    ]);
  });

  test('is plain text in the narratives of FHIR', async () => {
    const document = JSON.parse(await saved('fhir'));
    expect(documentFaults(document)).toEqual([]);
    const narratives = [...JSON.stringify(document).matchAll(/"div":"((?:[^"\\]|\\.)*)"/g)]
      .map(([, div]) => div)
      .join('');
    expect(narratives).toContain('&lt;script&gt;alert(1)');
    expect([...new Set([...narratives.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag))].toSorted()).toEqual([
      'div',
      'li',
      'p',
      'ul',
    ]);
  });

  test('ends no cue of subtitles and begins none', async () => {
    for (const format of ['vtt', 'srt']) {
      const text = await saved(format);
      expect(text.match(/-->/g)).toHaveLength(2);
      if (format === 'vtt') expect(text).not.toContain('<script');
    }
  });
});
