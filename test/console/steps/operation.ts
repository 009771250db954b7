import type { Page } from 'playwright-core';
import type { Hand } from '../hand.ts';

/** Sees why a run failed. @param mend removes the cause @returns once the run has gone on from that step to its end */
export async function retryFailedRun(page: Page, hand: Hand, mend: () => Promise<void>): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Runs' }));
  await hand.press(page.getByRole('link', { name: /print/ }).first());
  await page.getByText('The printer has no paper.').first().waitFor();
  await mend();
  await hand.press(page.getByRole('button', { name: 'Again from here: paper' }));
  await page.getByText('"printed": true').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'paper' }).getByText('Done').first().waitFor();
}

const payload = {
  record: {
    ...{ id: 'rec_1', form: 'audio-note', template: 'soap', status: 'draft' },
    ...{ patient: null, warnings: 0, coverage: 1 },
  },
};

/** Sees what the automation would do for an event. */
export async function tryAutomation(page: Page, hand: Hand, name: string): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Automations' }));
  await hand.press(page.getByRole('button', { name: `Try “${name}”` }));
  await hand.write(page.getByLabel('Payload of the event'), JSON.stringify(payload));
  await hand.press(page.getByRole('button', { name: 'Try', exact: true }));
  await page.getByRole('dialog').getByRole('status').getByText('transcripts.export').waitFor();
  await page.getByText('"transcript": "rec_1"').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** @returns the key, which is shown once */
export async function makeKey(page: Page, hand: Hand, name: string): Promise<string> {
  await hand.press(page.getByRole('link', { name: 'Settings', exact: true }));
  await hand.press(page.getByRole('link', { name: 'API keys' }));
  await hand.press(page.getByRole('button', { name: 'Make a key' }));
  await hand.write(page.getByLabel('Name'), name);
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Make a key' }));
  const key = (await page.getByText(/^csk_/).textContent()) ?? '';
  await hand.press(page.getByRole('button', { name: 'Done' }));
  return key;
}

export async function revokeKey(page: Page, hand: Hand, name: string): Promise<void> {
  await hand.press(page.getByRole('button', { name: `Revoke “${name}”` }));
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }));
  await page.getByText(name, { exact: true }).waitFor({ state: 'detached' });
}
