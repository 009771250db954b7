import type { Page } from 'playwright-core';
import type { Hand } from '../hand.ts';

/** Records an event by the form. */
export async function recordEvent(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Timelines' }));
  await hand.press(page.getByRole('button', { name: 'New event' }));
  const form = page.getByRole('dialog');
  await hand.write(form.getByLabel('What happened'), 'Write the draft');
  await hand.write(form.getByLabel('Time (UTC)'), '2026-12-01T08:00:00');
  await hand.write(form.getByLabel('Place'), 'Office');
  await hand.write(form.getByLabel('Id'), 'write');
  await hand.press(form.getByRole('button', { name: 'Record' }));
  await page.getByRole('heading', { name: 'Write the draft' }).waitFor();
}

/** Is refused a change that would be a paradox, sees the evidence, tries another one without making it, and makes it. */
export async function changeEvent(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Change…' }));
  await hand.write(page.getByLabel('What happened'), 'Write it as the print says');
  const causes = page.getByRole('combobox', { name: 'Causes' });
  await hand.write(causes, 'print');
  await causes.press('Enter');
  await hand.press(page.getByRole('button', { name: 'Try' }));
  await page.getByText('This brings a paradox').waitFor();
  await page
    .getByRole('img', { name: /The evidence as a path/ })
    .first()
    .waitFor();
  await hand.look(page);

  await hand.write(causes, '');
  await causes.press('Backspace');
  await hand.write(page.getByLabel('What happened'), 'Write it by hand');
  await hand.press(page.getByRole('button', { name: 'Try' }));
  await page.getByText('2 events are affected').waitFor();
  await hand.press(page.getByRole('button', { name: 'Make the change' }));
  await page.getByRole('heading', { name: 'Write it by hand' }).waitFor();
}

/** Moves the last event of the axis, by dragging or by keys, and with it what must follow. */
export async function moveEvent(page: Page, hand: Hand, name: string): Promise<void> {
  const axis = page.getByTestId('axis');
  await axis.focus();
  await page.keyboard.press('End');
  await page.getByRole('heading', { name }).waitFor();
  if (hand.kind === 'keys') await page.keyboard.press('Alt+ArrowRight');
  else await dragSelected(page, name);
  await hand.press(page.getByRole('button', { name: 'Try' }));
  await hand.press(page.getByRole('button', { name: /^Move \d+ event/ }));
  await page.getByLabel('Begins at (UTC)').waitFor({ state: 'detached' });
}

/** Takes hold of the event that the mouse finds under its name, and lets it go further to the left. */
async function dragSelected(page: Page, name: string): Promise<void> {
  const box = await page.getByTestId('axis').locator('canvas').boundingBox();
  if (box === null) throw new Error('the axis is not shown');
  const tip = page.getByTestId('axis').getByText(name);
  for (let y = box.y + 14; y < box.y + box.height; y += 28) {
    for (let x = box.x + box.width - 4; x > box.x; x -= 8) {
      await page.mouse.move(x, y);
      if (!(await tip.isVisible())) continue;
      await page.mouse.down();
      await page.mouse.move(x - 60, y, { steps: 6 });
      await page.mouse.up();
      return;
    }
  }
  throw new Error(`the mouse does not find “${name}” on the axis`);
}

/** @returns the id of the new branch */
export async function branch(page: Page, hand: Hand, purpose: string): Promise<string> {
  await hand.press(page.getByRole('tab', { name: 'Branches' }));
  await hand.press(page.getByRole('button', { name: 'New branch' }));
  await hand.write(page.getByLabel('What is it for?'), purpose);
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'New branch' }));
  await page.getByRole('heading', { name: purpose }).waitFor();
  return new URL(page.url()).searchParams.get('timeline') ?? '';
}

/** Compares a branch with its base side by side. */
export async function compare(page: Page, hand: Hand, ...texts: readonly [string, string]): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Compare with its base' }));
  const [base, branched] = texts;
  const difference = page.getByTestId('differences').getByRole('listitem');
  await difference.filter({ hasText: base }).filter({ hasText: branched }).waitFor();
  await hand.look(page);
}

/** Merges a branch into its base, and settles the one conflict as the branch has it. */
export async function merge(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Merge into its base…' }));
  await page.getByText('Both timelines changed 1 event.').waitFor();
  await hand.look(page);
  await hand.press(page.getByRole('radio', { name: /That of the branch/ }));
  await hand.press(page.getByRole('button', { name: 'Merge', exact: true }));
  await page.getByRole('heading', { name: 'Main timeline' }).waitFor();
}
