import { writerContract } from 'chronoscribe/contracts/writer';
import { Writer } from 'chronoscribe/kinds/writer';
import { startProvider } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import provider from './index.ts';

writerContract('__NAME__', async () => {
  const { instance, stop } = await startProvider(Writer, provider);
  return { writer: instance, provider: '__NAME__', close: stop };
});

test('quotes the passage that it names as evidence', async () => {
  const { instance, stop } = await startProvider(Writer, provider);
  const draft = await instance.draft(
    {
      instructions: 'Write a note.',
      prompt: '',
      outline: [{ name: 'Plan', contents: ['plan'], guidance: '' }],
      passages: [{ id: 's1', speaker: null, text: ' I want you to rest. ' }],
      facts: [],
      images: [],
      language: 'en',
    },
    { signal: new AbortController().signal, progress: () => {}, text: () => {} },
  );
  expect(draft.sections).toEqual([{ name: 'Plan', statements: [{ text: 'I want you to rest.', evidence: ['s1'] }] }]);
  await stop();
});
