import { Ocr } from 'chronoscribe/kinds/ocr';
import { startProvider } from 'chronoscribe/testing';
import { describe } from 'vitest';
import { ocrContract } from '../contract.ts';
import tesseract from './index.ts';
import { workerProcesses } from './testing/worker-processes.ts';

describe.skipIf(process.platform !== 'linux')('on a system whose processes can be counted', () => {
  ocrContract('tesseract', async () => {
    const started = await startProvider(Ocr, tesseract);
    return {
      ocr: started.instance,
      provider: 'tesseract',
      running: async () => (await workerProcesses()).length,
      close: () => started.stop(),
    };
  });
});
