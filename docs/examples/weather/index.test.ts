import { startProvider } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import provider, { Weather } from './index.ts';

test('says that the service cannot be reached', async () => {
  const { instance, stop } = await startProvider(Weather, provider, { with: { url: 'http://127.0.0.1:9/' } });
  const asked = instance.temperature('Bern', { signal: new AbortController().signal });
  await expect(asked).rejects.toMatchObject({ code: 'provider-unavailable', transient: true });
  await stop();
});
