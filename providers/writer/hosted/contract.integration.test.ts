import { writerContract } from '../contract.ts';
import { modelWriters } from '../testing/model-writers.ts';

for (const { name, provider, open } of modelWriters.filter((each) => each.provider === 'hosted')) {
  writerContract(name, async () => {
    const { server, start } = await open();
    const started = await start();
    return {
      writer: started.instance,
      provider,
      async close() {
        await started.stop();
        await server.stop();
      },
    };
  });
}
