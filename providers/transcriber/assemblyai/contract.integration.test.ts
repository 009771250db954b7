import { join } from 'node:path';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { startAssemblyAi } from '../../../test/doubles/assemblyai.ts';
import { transcriberContract } from '../contract.ts';
import { writeRecording } from '../testing/recording.ts';
import assemblyai from './index.ts';

const longBytes = 1_000_000;

transcriberContract('assemblyai', async () => {
  const folder = await temporaryFolder();
  const vendor = await startAssemblyAi({ processingPolls: (sound) => (sound.length > longBytes ? 1_000_000 : 2) });
  const settings = { apiKey: vendor.apiKey, baseUrl: vendor.url, pollMs: 10 };
  const started = await startProvider(Transcriber, assemblyai, { with: settings });
  return {
    transcriber: started.instance,
    provider: 'assemblyai',
    speech: await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 5000, level: 9000 }),
    long: await writeRecording(join(folder.path, 'long.wav'), { durationMs: longBytes / 16, level: 9000 }),
    // A job that is neither finished nor deleted still costs money and holds what was said.
    running: () => vendor.openRequests() + vendor.jobs.filter(({ deleted }) => !deleted).length,
    hearsSilence: true,
    tellsWords: true,
    async close() {
      await started.stop();
      await vendor.stop();
      await folder.remove();
    },
  };
});
