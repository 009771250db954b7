import { join } from 'node:path';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { startOpenAiAudio } from '../../../test/doubles/openai-audio.ts';
import { transcriberContract } from '../contract.ts';
import { writeRecording } from '../testing/recording.ts';
import openaiCompatible from './index.ts';

const longBytes = 1_000_000;

transcriberContract('openai-compatible', async () => {
  const folder = await temporaryFolder();
  const vendor = await startOpenAiAudio({ listeningMs: (sound) => (sound.length > longBytes ? 600_000 : 0) });
  const settings = { apiKey: vendor.apiKey, baseUrl: vendor.baseUrl, model: 'whisper-1' };
  const started = await startProvider(Transcriber, openaiCompatible, { with: settings });
  return {
    transcriber: started.instance,
    provider: 'openai-compatible',
    speech: await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 5000, level: 9000 }),
    long: await writeRecording(join(folder.path, 'long.wav'), { durationMs: longBytes / 16, level: 9000 }),
    running: () => vendor.openRequests(),
    hearsSilence: true,
    tellsWords: true,
    async close() {
      await started.stop();
      await vendor.stop();
      await folder.remove();
    },
  };
});
