import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { overflowing, violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole } from './open-console.ts';

test.skipIf(browserPath === undefined)(
  'an operator sees which limits and retention are in force, and which of them the file sets',
  async ({ onTestFinished }) => {
    const host = await testHost({ config: { plugins: { transcripts: { with: { keepDays: 3650 } } } } });
    onTestFinished(() => host.stop());
    const screens = await openConsole(host);
    onTestFinished(() => screens.close());
    const page = await screens.open('settings/data', { viewport: { width: 390, height: 844 } });
    const table = page.getByRole('table', { name: 'Limits and retention in force' });
    const row = (name: string) => table.getByRole('row').filter({ hasText: name });
    expect(await row('plugins.transcripts.keepDays').textContent()).toMatch(/3650.*\.ya?ml:\d+$/);
    expect(await row('plugins.documents.keepDays').textContent()).toMatch(/Not set.*Default$/s);
    expect(await row('uploads.maxBytes').textContent()).toMatch(/2\.1 GB|2 GB|2\.0 GB|2,147 MB/);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await screens.closePages();
  },
);
