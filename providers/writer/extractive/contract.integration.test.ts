import { Writer } from 'chronoscribe/kinds/writer';
import { startProvider } from 'chronoscribe/testing';
import { writerContract } from '../contract.ts';
import extractive from './index.ts';

writerContract('extractive', async () => {
  const started = await startProvider(Writer, extractive);
  return { writer: started.instance, provider: 'extractive', close: () => started.stop() };
});
