import { findSpeech, openSamples } from 'chronoscribe/voices';
import sherpa from 'sherpa-onnx-node';
import { z } from 'zod';

/** sherpa-onnx alone, as its own example with voice activity detection: a program that prints what a WAV file says. */
const [folder = '', path = ''] = process.argv.slice(2);
const recogniser = await sherpa.OfflineRecognizer.createAsync({
  featConfig: { sampleRate: 16_000, featureDim: 80 },
  modelConfig: {
    whisper: {
      encoder: `${folder}/tiny.en-encoder.int8.onnx`,
      decoder: `${folder}/tiny.en-decoder.int8.onnx`,
      language: 'en',
      task: 'transcribe',
      tailPaddings: -1,
      enableSegmentTimestamps: 1,
    },
    tokens: `${folder}/tiny.en-tokens.txt`,
    numThreads: 2,
    debug: 0,
  },
});
await using sound = await openSamples(path);
for (const span of await findSpeech(sherpa, sound, `${folder}/silero_vad.onnx`, () => {})) {
  const stream = recogniser.createStream();
  stream.acceptWaveform({ samples: await sound.read(span), sampleRate: 16_000 });
  console.log(z.object({ text: z.string() }).parse(await recogniser.decodeAsync(stream)).text);
}
