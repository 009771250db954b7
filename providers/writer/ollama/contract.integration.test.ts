import { Writer } from 'chronoscribe/kinds/writer';
import { startProvider } from 'chronoscribe/testing';
import { startOllama } from '../../../test/doubles/ollama.ts';
import { writerContract } from '../contract.ts';
import { grounding } from '../testing/model-writers.ts';
import ollama from './index.ts';

writerContract('ollama', async () => {
  const server = await startOllama('llama3.1:8b');
  const started = await startProvider(Writer, ollama, {
    needs: { grounding },
    with: { model: 'llama3.1:8b', baseUrl: server.url },
  });
  return {
    writer: started.instance,
    provider: 'ollama',
    async close() {
      await started.stop();
      await server.stop();
    },
  };
});
