import type { Locator, Page } from 'playwright-core';
import type { Hand } from '../hand.ts';

/** The field of the first statement that says this. */
export const statement = (page: Page, text: string): Locator =>
  page.getByRole('textbox').filter({ hasText: text }).first();

const recordedFor = (page: Page, seconds: number) =>
  page.getByRole('timer').filter({ hasText: new RegExp(`^0:0[${seconds}-9]`) });

/** Records a visit, in the middle of which the tab dies. */
export async function recordUntilCrash(page: Page, hand: Hand, patient: string): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'New visit' }));
  await hand.write(page.getByLabel("Patient's name"), patient);
  await hand.press(page.getByLabel('The patient agrees to the recording'));
  await hand.press(page.getByRole('button', { name: 'Start recording' }));
  await recordedFor(page, 3).waitFor();
  await page.getByText('The host has confirmed all sound so far').waitFor();
  const died = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await died;
}

/** Finds the recording in another tab, goes on with it, and opens the note that is made of it. */
export async function goOnRecording(page: Page, hand: Hand, console: string, patient: string): Promise<void> {
  await page.goto(new URL('clinical/new', console).href);
  await page.getByText(new RegExp(`${patient}, begun`)).waitFor();
  await hand.press(page.getByRole('button', { name: 'Go on recording' }));
  await recordedFor(page, 3).waitFor();
  await hand.press(page.getByRole('button', { name: 'Finish' }));
  await openRecord(page, hand, patient);
}

/** Plays the words that a statement rests on. */
export async function playStatement(page: Page, hand: Hand): Promise<void> {
  await page.getByRole('slider').waitFor();
  // Several statements may say it.
  const row = page
    .getByRole('listitem')
    .filter({ has: statement(page, 'knee') })
    .first();
  await hand.press(row.getByRole('button', { name: /^0:0\d/ }));
  await page.locator('[data-playing=true]').getByText('My right knee').waitFor();
  await page
    .locator('[data-marked=true]')
    .getByRole('button', { name: /My right knee/ })
    .waitFor();
  await hand.press(page.getByRole('button', { name: 'I am allergic to penicillin.', exact: true }));
  await page
    .locator('li[data-marked=true]')
    .getByText(/penicillin/)
    .waitFor();
}

/** Deletes what the note says of an allergy, and adds it again from the facts that the note leaves out. */
export async function addOmittedFact(page: Page, hand: Hand): Promise<void> {
  await hand.write(statement(page, 'penicillin'), '');
  await page.keyboard.press('Backspace');
  await page.getByText('Saved', { exact: true }).waitFor();
  await hand.press(page.getByRole('tab', { name: /Facts/ }));
  await hand.press(page.getByRole('button', { name: /^Add to/ }).first());
  await statement(page, 'llergy: penicillin').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
}

export async function renameSpeaker(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('tab', { name: 'Transcript' }));
  await hand.press(page.getByRole('button', { name: /· Patient/ }).first());
  await hand.write(page.getByLabel('Name', { exact: true }), 'Mrs. Adler');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Mrs. Adler/ })
    .first()
    .waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
}

export async function sign(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Sign', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Sign this note' });
  await dialog.waitFor();
  await hand.look(page);
  for (const warning of await dialog.getByRole('checkbox').all()) await hand.press(warning);
  await hand.press(dialog.getByRole('button', { name: 'Sign' }));
  await page.getByText(/^Signed by/).waitFor();
  // The sound was kept until now.
  await page.getByRole('slider').waitFor({ state: 'detached' });
}

/** Adds to a signed note. */
export async function addAddendum(page: Page, hand: Hand, text: string): Promise<void> {
  await hand.write(page.getByLabel('Addendum'), text);
  await hand.press(page.getByRole('button', { name: 'Add to the note' }));
  await page.getByRole('region', { name: 'Addenda' }).getByText(text).waitFor();
}

/** @returns the text of the file */
export async function download(page: Page, hand: Hand, format: string): Promise<string> {
  await hand.press(page.getByRole('button', { name: 'More actions' }));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    hand.press(page.getByRole('menuitem', { name: format })),
  ]);
  const parts = await Array.fromAsync(await file.createReadStream(), (part) => Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

/** Brings a file to a new visit, and opens the record that is made of it. @param form as the field names it */
export async function bringFile(
  page: Page,
  hand: Hand,
  file: {
    readonly name: string;
    readonly content: string | Uint8Array;
    readonly patient: string;
    readonly form?: string;
  },
): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'New visit' }));
  await hand.write(page.getByLabel("Patient's name"), file.patient);
  if (file.form !== undefined) {
    await hand.press(page.getByRole('combobox', { name: 'Form' }));
    await hand.press(page.getByRole('option', { name: file.form }));
  }
  await hand.press(page.getByRole('tab', { name: 'Files' }));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    hand.press(page.getByRole('button', { name: 'Choose files' })),
  ]);
  const mimeType = file.name.endsWith('.pdf') ? 'application/pdf' : 'text/vtt';
  await chooser.setFiles({ name: file.name, mimeType, buffer: Buffer.from(file.content) });
  await hand.press(page.getByRole('link', { name: 'At work' }).last());
  await openRecord(page, hand, file.patient);
}

/** Opens the record of a patient once it is made. */
async function openRecord(page: Page, hand: Hand, patient: string): Promise<void> {
  const link = page.getByRole('link', { name: new RegExp(patient) });
  await link.waitFor({ timeout: 60_000 });
  await hand.press(link);
  await page.getByRole('heading', { name: patient }).waitFor();
}

/** A statement about a document leads to the page that says it. */
export async function openCitedPage(page: Page, hand: Hand, cited: string): Promise<void> {
  await hand.press(page.getByRole('button', { name: cited }).first());
  const passage = page.locator('[data-cited=true]').first();
  await passage.filter({ hasText: cited.slice(0, 8) }).waitFor();
}

/** The grid of a visit: its levels as a table, with the words that each rests on. */
export async function readGrid(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('tab', { name: 'Grid' }));
  await page.getByRole('img', { name: /Spine/ }).waitFor();
  await hand.press(page.getByRole('button', { name: 'L5', exact: true }));
  await page.locator('[data-marked=true]').getByText(/L5/).first().waitFor();
}
