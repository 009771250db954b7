import { join } from 'node:path';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { describe } from 'vitest';
import { transcriberContract } from '../contract.ts';
import { recognisersOf } from '../sherpa/testing/children.ts';
import { modelsOnDisk } from '../sherpa/testing/models.ts';
import { writeTinyModels } from '../sherpa/testing/tiny-models.ts';
import { writeRecording } from '../testing/recording.ts';
import whisper from './index.ts';

describe.skipIf(process.platform !== 'linux')('on a system whose processes can be counted', () => {
  transcriberContract('whisper', async () => {
    const folder = await temporaryFolder();
    const model = join(folder.path, 'model');
    // So much that an hour of sound takes hours.
    await writeTinyModels(model, { effort: 5, voices: true });
    const started = await startProvider(Transcriber, whisper, {
      with: { model, threads: 1 },
      needs: { models: modelsOnDisk({}) },
    });
    return {
      transcriber: started.instance,
      provider: 'whisper',
      speech: await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 6000, level: 9000 }),
      long: await writeRecording(join(folder.path, 'long.wav'), { durationMs: 3_600_000, level: 9000 }),
      running: async () => (await recognisersOf()).length,
      hearsSilence: true,
      async close() {
        await started.stop();
        await folder.remove();
      },
    };
  });
});
