import { join } from 'node:path';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { describe } from 'vitest';
import { transcriberContract } from '../contract.ts';
import { recognisersOf } from '../sherpa/testing/children.ts';
import { tinyModelsOnDisk } from '../sherpa/testing/tiny-models.ts';
import { writeRecording } from '../testing/recording.ts';
import auto from './index.ts';

describe.skipIf(process.platform !== 'linux')('on a system whose processes can be counted', () => {
  transcriberContract('auto with Whisper', async () => {
    const folder = await temporaryFolder();
    // So much that an hour of sound takes hours.
    const models = await tinyModelsOnDisk(join(folder.path, 'models'), { effort: 5 });
    const started = await startProvider(Transcriber, auto, { needs: { models } });
    return {
      transcriber: started.instance,
      provider: 'auto',
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
