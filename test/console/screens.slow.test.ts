import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { consolePages, definePlugin } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pdfOf, page as pdfPage } from '../../plugins/pdfs/testing/pdf-writer.ts';
import { overflowing, violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const Id = z.object({ id: z.string() });

const config = {
  automations: {
    'note-to-folder': {
      on: 'transcript.completed',
      do: [{ 'transcripts.export': { transcript: '=record.id', format: 'md', folder: './notes' } }],
    },
  },
};
const module = new URL('../fixtures/console-page.js', import.meta.url);
const plugin = definePlugin({
  name: 'garden',
  auth: 'clinical',
  extends: [consolePages.add({ path: 'garden', label: { en: 'Garden', de: 'Garten' }, icon: 'heart', module })],
  routes: () => [],
});

const visit = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Doctor>What brings you in today?

00:00:04.000 --> 00:00:09.000
<v Patient>My low back hurts since Monday, and I am allergic to penicillin.

00:00:09.000 --> 00:00:13.000
<v Doctor>I adjust L5 on the left by hand. Come back in two weeks.
`;

/** The texts of a catalogue with their keys. */
function textsOf(catalogue: unknown, key = ''): readonly (readonly [string, string])[] {
  if (typeof catalogue === 'string') return [[key, catalogue]];
  return Object.entries(catalogue ?? {}).flatMap(([name, inner]) =>
    textsOf(inner, key === '' ? name : `${key}.${name}`),
  );
}

/** What a German screen does not show: keys, and English texts that are no German ones too. */
function notGerman(): ReadonlySet<string> {
  const sources = resolve(import.meta.dirname, '../../plugins/console/web/src');
  const catalogue = (language: string) =>
    globSync(`*/texts/${language}.json`, { cwd: sources }).flatMap((file) =>
      textsOf(JSON.parse(readFileSync(resolve(sources, file), 'utf8'))),
    );
  const german = new Set(catalogue('de').map(([, text]) => text));
  return new Set(
    catalogue('en').flatMap(([key, text]) => [
      ...(key.includes('.') ? [key] : []),
      ...(german.has(text) ? [] : [text]),
    ]),
  );
}

describe.skipIf(browserPath === undefined)('every screen', () => {
  let host: TestHost;
  let screens: TestConsole;
  /** What stands for the parameters in the paths of screens. */
  let examples: Readonly<Record<string, string>>;
  beforeAll(async () => {
    host = await testHost({ config, plugins: [plugin] });
    screens = await openConsole(host);
    const created = async (path: string, options: Parameters<TestHost['call']>[2]) => {
      const answer = await host.call('POST', path, options);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer;
    };
    const form = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
      const fields = new FormData();
      fields.set(name.endsWith('pdf') ? 'files' : 'file', new Blob([content]), name);
      fields.set('patient', JSON.stringify({ name: 'Dorothea Wieland-Oberhuber', identifier: 'MRN 12' }));
      return { form: fields };
    };
    const note = await created('/api/v1/transcripts/upload_audio_file', form('visit.vtt', visit));
    const grid = await created('/api/v1/transcripts/grid_chiropractor', form('visit.vtt', visit));
    const letter = pdfOf([pdfPage('Potassium 5.9 mmol/L (3.5-5.1) H'), pdfPage('Come back in two weeks.')]);
    await created('/api/v1/transcripts/upload_pdf_files', form('letter.pdf', letter));
    const event = { description: 'Move the clinic', time: '2026-12-01T08:00:00Z', location: 'Office' };
    await created('/v1/record-event', { json: event });
    await created('/v1/set-anchor', { json: { timestamp: event.time, description: 'Before the move' } });
    const invitation = { email: 'dorothea.wieland-oberhuber@practice.example', name: 'Dorothea', roles: ['clinician'] };
    const invited = await created('/api/v1/people', { json: invitation });
    const first = async (path: string) =>
      z.object({ items: z.tuple([Id], Id) }).parse((await host.call('GET', path)).json).items[0].id;
    examples = {
      'notes/$id': Id.parse(note.json).id,
      'notes/$id of a grid': (grid.headers.get('content-location') ?? '').split('/').at(-1) ?? '',
      'pages/$': 'pages/garden',
      'documents/$id': await first('/api/v1/documents'),
      'runs/$id': await first('/api/v1/runs'),
      $token: z.object({ link: z.string() }).parse(invited.json).link.split('/').at(-1) ?? '',
    };
  });
  afterEach(() => screens.closePages());
  afterAll(async () => {
    await screens.close();
    await host.stop();
  });

  /** The paths of the router, so that none is forgotten, and what one screen shows in several ways. */
  const paths = async (page: Page): Promise<readonly string[]> => {
    const routes = z
      .array(z.string())
      .parse(await page.evaluate('Object.keys(globalThis.__TSR_ROUTER__.routesByPath)'))
      // An area and the start have no screen of their own.
      .filter((path) => path.split('/').length > 2 || path === '/sign-in')
      .filter((path) => path !== '/settings/');
    const views = ['table', 'branches', 'compare', 'plan', 'paradoxes'];
    return [...routes, '/clinical/notes/$id of a grid', ...views.map((view) => `/time/timelines?view=${view}`)].map(
      (path) => {
        const [, parameter] = /([^/]+\/\$id.*|\$token|pages\/\$)$/.exec(path) ?? [];
        const example = parameter === undefined ? undefined : examples[parameter];
        if (path.includes('$') && example === undefined)
          throw new Error(`The screen ${path} has no example in this test.`);
        if (parameter === undefined || example === undefined) return path;
        return path.replace(parameter, parameter.replace(/(pages\/)?\$\w*.*/, example));
      },
    );
  };
  const show = async (page: Page, path: string) => {
    await page.goto(new URL(path.slice(1), screens.url).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('status', { name: 'Wird geladen' }).count()).toBe(0);
  };

  test('can be used with assistive technology, in German, at a width of 320 pixels', async () => {
    const page = await screens.open('clinical/today', { locale: 'de-DE' });
    const foreign = notGerman();
    const found: string[] = [];
    for (const path of await paths(page)) {
      const note = (faults: readonly string[]) => void found.push(...faults.map((fault) => `${path} ${fault}`));
      await page.setViewportSize({ width: 1280, height: 800 });
      await show(page, path);
      note(await violationsInBothSchemes(page));
      const texts = (await page.locator('body').allInnerTexts()).flatMap((text) => text.split('\n'));
      note(texts.filter((line) => foreign.has(line.trim())).map((line) => `is not German: ${line}`));
      note(await overflowing(page));
      // 1280 pixels at a zoom of 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      note((await overflowing(page)).map((each) => `at 320 pixels: ${each}`));
    }
    expect(found).toEqual([]);
    // Some thirty screens, each read twice by axe: a bound for all of them on a slow machine.
  }, 600_000);
});
