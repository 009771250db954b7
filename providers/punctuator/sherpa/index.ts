import { defineProvider, Models } from 'chronoscribe';
import { Punctuator } from 'chronoscribe/kinds/punctuator';
import type { ModelPackage } from 'chronoscribe/types';
import { z } from 'zod';
import { localPunctuator } from './punctuator.ts';

/** A CNN-BiLSTM for English of 7 MB (Edge-Punct-Casing, https://arxiv.org/abs/2407.13142). */
const punctuationPackage: ModelPackage = {
  name: 'punctuation-en',
  description: 'writes punctuation and capitals into English transcripts that have none',
  url: 'https://github.com/k2-fsa/sherpa-onnx/releases/download/punctuation-models/sherpa-onnx-online-punct-en-2024-08-06.tar.bz2',
  bytes: 30_667_839,
  sha256: '9f5e5a72c7d2829635bd074fce92b6bbd5b78da8a52e7ad8ed1be933f366b99d',
  archive: 'tar.bz2',
  files: ['model.int8.onnx', 'bpe.vocab'],
  licence: 'Apache-2.0',
};

/** Punctuates English on this machine, in a child process. Does nothing until its model is installed. */
export default defineProvider({
  kind: Punctuator,
  name: 'sherpa',
  config: z.strictObject({
    uploads: z
      .boolean()
      .default(false)
      .describe('whether uploaded transcripts without punctuation are punctuated too, not only those of recognisers'),
  }),
  needs: { models: Models },
  models: [punctuationPackage],
  create: ({ config, needs }) => localPunctuator({ ...config, models: needs.models, model: punctuationPackage }),
  stop: (punctuator) => punctuator.close(),
  health: (punctuator) => punctuator.health(),
});
