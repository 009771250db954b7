import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  consolePages,
  definePlugin,
  notePanels,
  type Plugin,
  pluginScopes,
  route,
  runCards,
  workflow,
} from 'chronoscribe';
import { exportFormats } from 'chronoscribe/kinds/transcripts';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { joined, password } from '../../plugins/console/testing/people.ts';
import { overflowing, violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

/** The example is a package of its own, with settings of its own for the compiler. */
const example = '../../docs/examples/appointments/index.ts';
const { default: appointments } = (await import(example)) as { default: Plugin };

/** What draws the page, the panel and the card of a plugin, as its author ships it. */
const modules = {
  page: `
    export default ({ React: { createElement: h, Fragment, useState }, components, useConsole, useData, ...shell }) =>
      function Plants({ below }) {
        const { Section, Rows, Row, Badge, Button, Form, Field } = components;
        const { language, colorScheme, mayChange, person } = useConsole();
        const { plants } = useData('/plants');
        const [clicks, setClicks] = useState(0);
        const german = language === 'de';
        return h(Fragment, null, h('p', null, below + ' ' + colorScheme + ' ' + person?.name),
          h('button', { onClick: () => setClicks(clicks + 1) }, 'clicked ' + clicks),
          h(Rows, null, plants.map((name) => h(Row, { key: name, name, details: [german ? 'im Garten' : 'in the garden'] },
            h(Badge, { tone: 'good' }, german ? 'grün' : 'green'),
            mayChange && h(Button, { text: 'Water ' + name, action: async () => shell.notify('watered ' + name) })))),
          mayChange && h(Section, { title: 'New' },
            h(Form, { submit: 'Plant', send: (texts) => shell.call('POST', '/plants', texts) },
              h(Field, { name: 'name', label: 'Name' }))),
          h(Button, { text: 'to the runs', action: async () => shell.navigate('/workflows/runs') }));
      };`,
  panel: `
    export default ({ React: { createElement: h } }) => ({ note }) =>
      h('p', null, 'the panel of ' + note.patient?.name);`,
  card: `
    export default ({ React: { createElement: h } }) => ({ run }) =>
      h('p', null, 'it waits for ' + run.waitingFor.map(({ signal }) => signal).join());`,
};

/** Modules that fail, each with what is then said in its place. */
const broken: Readonly<Record<string, readonly [source: string, said: string | RegExp]>> = {
  syntax: ['export default (', 'Unexpected'],
  'no-export': ['export const page = () => null;', 'its default export is not a function that returns a component'],
  'no-function': ['export default { page: 1 };', 'its default export is not a function that returns a component'],
  'other-react': ["import React from 'react'; export default () => () => null;", 'module specifier "react"'],
  'top-level': ["throw new Error('the garden is closed');", 'the garden is closed'],
  maker: ["export default () => { throw new Error('no shovel'); };", 'no shovel'],
  'late-maker': ["export default async () => { throw new Error('too late'); };", 'too late'],
  nothing: ['export default () => undefined;', 'is not a function that returns a component'],
  drawing: ["export default () => () => { throw new Error('no colours'); };", 'no colours'],
  null: ['export default () => () => { throw null; };', 'null'],
  effect: [
    "export default ({ React }) => () => { React.useEffect(() => { throw new Error('frost'); }); return null; };",
    'frost',
  ],
  data: ["export default ({ useData }) => () => useData('/nowhere');", /\w/],
  elsewhere: ["import 'https://example.org/a.js'; export default () => () => null;", /\w/],
  inline: [
    `export default ({ React }) => () => {
      React.useEffect(() => {
        document.head.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }));
        throw new Error('ran: ' + globalThis.ran);
      }, []);
      return null;
    };`,
    'ran: undefined',
  ],
  eval: ["export default () => new Function('return () => null')();", /unsafe-eval/],
};

const Plants = z.object({ plants: z.array(z.string()) });

async function garden() {
  const folder = await temporaryFolder();
  const module = async (name: string, source: string) => {
    const path = join(folder.path, `${name}.js`);
    await writeFile(path, source);
    return pathToFileURL(path);
  };
  const plants = ['Rose'];
  const patience = workflow<null>('garden-patience')
    .waitFor('rain', z.object({}))
    .answer((_rain, { runId }) => ({ body: {}, location: `/runs/${runId}` }));
  const label = (en: string, de: string) => ({ label: { en, de }, icon: 'heart' as const });
  const page = { path: 'plants', ...label('Plants', 'Pflanzen'), module: await module('page', modules.page) };
  const brokenPages = await Promise.all(
    Object.entries(broken).map(async ([name, [source]]) =>
      consolePages.add({
        ...{ path: `broken-${name}`, ...label(name, name) },
        ...{ module: await module(`broken-${name}`, source), auth: 'operator' },
      }),
    ),
  );
  const panel = { ...label('Garden', 'Garten'), module: await module('panel', modules.panel) };
  const card = { ...label('Patience', 'Geduld'), module: await module('card', modules.card) };
  const drawing = await module('broken-panel', broken.drawing?.[0] ?? '');
  const plugin = definePlugin({
    name: 'garden',
    auth: 'clinical',
    extends: [
      exportFormats.add({
        ...{ name: 'leaflet', mediaType: 'text/plain', extension: 'leaflet.txt' },
        pieces: ({ patient }) => [`A rose for ${patient?.name}`],
      }),
      pluginScopes.add({ name: 'garden.water', about: 'Waters the plants' }),
      ...[consolePages.add(page), notePanels.add(panel), ...brokenPages],
      notePanels.add({ ...label('Broken', 'Kaputt'), module: drawing }),
      runCards.add({ ...card, workflows: [patience.name] }),
      runCards.add({ ...label('Broken', 'Kaputt'), module: drawing, workflows: [patience.name] }),
    ],
    workflows: () => ({ patience }),
    routes: () => [
      route({ method: 'GET', path: '/plants', summary: 'List', response: Plants, handle: () => ({ plants }) }),
      route({
        ...{ method: 'POST', path: '/plants', summary: 'Plant', request: z.object({ name: z.string().min(1) }) },
        ...{
          response: Plants,
          handle: ({ input: { name } }: { readonly input: { readonly name: string } }) => {
            plants.push(name);
            return { plants };
          },
        },
      }),
    ],
  });
  return { folder, plugin, patience };
}

describe.skipIf(browserPath === undefined)('what a plugin adds to the console', () => {
  let host: TestHost;
  let screens: TestConsole;
  let removeFolder: () => Promise<void>;
  let run: string;
  let note: string;
  beforeAll(async () => {
    const { folder, plugin, patience } = await garden();
    removeFolder = folder.remove;
    host = await testHost({ plugins: [plugin, appointments] });
    screens = await openConsole(host);
    run = (await host.run(patience, null)).id;
    const form = new FormData();
    form.set('file', new Blob(['WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n<v Doctor>Your knee hurts.\n']), 'visit.vtt');
    form.set('patient', JSON.stringify({ name: 'Ada' }));
    const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    note = z.object({ id: z.string() }).parse(answer.json).id;
  });
  afterEach(() => screens.closePages());
  afterAll(async () => {
    await screens.close();
    await host.stop();
    await removeFolder();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('a page is in the menu, works with data and the shell, and can be used in German, in the dark, at 390 pixels', async () => {
    const page = await screens.open('pages/plants/beds/7', { locale: 'de-DE' });
    await heading(page, 'Pflanzen').waitFor();
    await page.getByText('beds/7 light').waitFor();
    const link = page.getByRole('navigation').getByRole('link', { name: 'Pflanzen' });
    expect(await link.getAttribute('aria-current')).toBe('page');
    await page.getByRole('button', { name: 'clicked 0' }).click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    // What is on the page stays while the colours change.
    await page.getByText('beds/7 dark').waitFor();
    await page.getByRole('button', { name: 'clicked 1' }).waitFor();
    await page.getByLabel('Name').fill('Flieder');
    await page.getByRole('button', { name: 'Plant', exact: true }).click();
    await page.getByText('Flieder', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('');
    screens.expectAnswers('422 POST /plants');
    await page.getByRole('button', { name: 'Plant', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Water Rose' }).click();
    await page.getByText('watered Rose').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowing(page)).toEqual([]);
    await page.getByRole('button', { name: 'to the runs' }).click();
    await heading(page, 'Läufe').waitFor();
  });

  test('a panel stands beside the note, and a card on the run; one of each that fails takes nothing else with it', async () => {
    screens.expectErrors('no colours');
    const page = await screens.open(`clinical/notes/${note}`);
    await page.getByRole('tab', { name: 'Garden' }).click();
    await page.getByText('the panel of Ada').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Broken' }).click();
    await page.getByRole('alert').filter({ hasText: 'The plugin “garden” cannot show this' }).waitFor();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByText('Your knee hurts').first().waitFor();

    await page.goto(new URL(`workflows/runs/${run}`, screens.url).href);
    await page.getByText('it waits for rain').waitFor();
    await page.getByRole('alert').filter({ hasText: 'no colours' }).waitFor();
    await page.getByRole('heading', { name: 'Steps' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  test('the example makes an appointment, and asks on its page and on its run whether the patient comes', async () => {
    const page = await screens.open('pages/appointments');
    await page.getByLabel('Patient').fill('Grace');
    await page.getByLabel('Date and time').fill('2100-05-03T09:30');
    await page.getByRole('button', { name: 'Make the appointment' }).click();
    await page.getByText('Monday, May 3, 2100 at 9:30 AM').waitFor();
    await page.getByRole('button', { name: 'Comes: Grace' }).click();
    await page.getByText('comes', { exact: true }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowing(page)).toEqual([]);

    const json = { patient: 'Ada', at: '2020-01-01T09:00:00Z' };
    const { id } = z.object({ id: z.string() }).parse((await host.call('POST', '/appointments', { json })).json);
    await page.goto(new URL(`workflows/runs/${id}`, screens.url).href);
    await page.getByText('Does the patient come?').waitFor();
    await page.getByRole('button', { name: 'Declines' }).click();
    await page.getByText('No answer is expected.').waitFor();
    expect(await overflowing(page)).toEqual([]);
  });

  test('its export format is in the menu of a note, beside those of the house, and downloads the note', async () => {
    const page = await screens.open(`clinical/notes/${note}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Subtitles (WebVTT)' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'leaflet' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`transcript-${note}.leaflet.txt`);
    expect(await readFile(await file.path(), 'utf8')).toBe('A rose for Ada');
  });

  test('its scope is given to a key and to a person in the settings', async () => {
    const page = await screens.open('settings/keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name').fill('sprinkler');
    await page.getByLabel('Clinical documentation').uncheck();
    await page.getByLabel('garden.water').check();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
    await page.getByText(/csk_/).waitFor();
    const { json } = await host.call('GET', '/admin/keys');
    expect(json).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ name: 'sprinkler', scopes: ['garden.water'] })]),
    });

    const { person } = await joined(host, ['viewer', 'garden.water']);
    await page.goto(new URL('settings/people', screens.url).href);
    await page.getByText('Viewer, garden.water').waitFor();
    await page.getByRole('button', { name: 'Change Person' }).click();
    await page.getByRole('menuitem', { name: 'Change the roles' }).click();
    await page.getByText('Waters the plants').waitFor();
    await page.getByLabel('Viewer').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    const roles = async () => {
      const { items } = z
        .object({ items: z.array(z.object({ id: z.string(), roles: z.array(z.string()) })) })
        .parse((await host.call('GET', '/api/v1/people')).json);
      return items.find(({ id }) => id === person.id)?.roles;
    };
    await expect.poll(roles).toEqual(['garden.water']);
  });

  test('who has only a scope of a plugin begins at its page, and who has no screen is told what the role allows', async () => {
    const begin = async (role: string) => {
      const { email } = await joined(host, [role]);
      const page = await screens.visit('sign-in');
      const headers = { origin: new URL(screens.url).origin };
      await page.request.post(new URL('/api/v1/session', screens.url).href, { data: { email, password }, headers });
      await page.goto(screens.url);
      return page;
    };
    await heading(await begin('appointments.book'), 'Appointments').waitFor();
    const page = await begin('garden.water');
    await page.getByText('Waters the plants').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  test('a module that fails says so in its place, with its plugin, and the rest of the console goes on', async () => {
    screens.expectAnswers('404 GET /nowhere', '0 GET /a.js');
    screens.expectErrors(...['shovel', 'too late', 'colours', 'frost', 'Unexpected', 'default export', 'unsafe-eval']);
    screens.expectErrors(
      ...[
        'specifier "react"',
        'garden is closed',
        'null',
        '/nowhere',
        'example.org',
        'broken-elsewhere.js',
        'inline script',
        'ran: undefined',
      ],
    );
    const page = await screens.open('pages/plants');
    for (const [name, [, said]] of Object.entries(broken)) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await heading(page, name).waitFor();
      const notice = page.getByRole('alert').filter({ hasText: 'The plugin “garden” cannot show this' });
      await notice.filter({ hasText: said }).waitFor();
      await notice.getByRole('button', { name: 'Try again' }).click();
      await notice.filter({ hasText: said }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Plants' }).click();
      await heading(page, 'Plants').waitFor();
    }
  });

  test('what a person may not see is not offered, and who only reads changes nothing', async () => {
    const offered = async (roles: readonly string[]) => {
      const { browser } = await joined(host, roles);
      const { json } = await browser.call('GET', '/api/v1/console/extensions');
      const part = z.object({ may_change: z.boolean() });
      const { pages, panels, cards } = z
        .object({ pages: z.array(part), panels: z.array(part), cards: z.array(part) })
        .parse(json);
      return [pages.length, panels.length, cards.length, pages[0]?.may_change];
    };
    const all = Object.keys(broken).length;
    expect(await offered(['developer'])).toEqual([0, 0, 0, undefined]);
    expect(await offered(['viewer'])).toEqual([2, 3, 3, false]);
    expect(await offered(['clinician'])).toEqual([2, 3, 3, true]);
    expect(await offered(['operator', 'admin'])).toEqual([2 + all, 3, 3, true]);
  });
});
