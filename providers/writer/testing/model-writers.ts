import type { Grounding } from 'chronoscribe/kinds/grounding';
import { Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import { startAnthropic } from '../../../test/doubles/anthropic.ts';
import type { HostedModelServer } from '../../../test/doubles/hosted-models.ts';
import type { ModelServer } from '../../../test/doubles/model-server.ts';
import { startOllama } from '../../../test/doubles/ollama.ts';
import { startOpenAiChat } from '../../../test/doubles/openai-chat.ts';
import { startOpenAiResponses } from '../../../test/doubles/openai-responses.ts';
import { checkNote } from '../../grounding/rules/check.ts';
import { findFacts } from '../../grounding/rules/facts/find-facts.ts';
import hosted from '../hosted/index.ts';
import ollama from '../ollama/index.ts';

/** The rules, in this process. */
export const grounding: Grounding = {
  findFacts: async (source) => findFacts(source),
  check: async (note) => checkNote(note),
};

/** A writer that uses a model, with a double of its server. */
export interface ModelWriter {
  readonly name: string;
  /** Name of the provider in configuration. */
  readonly provider: string;
  /** The request that asks the model: `POST /api/chat`. */
  readonly asks: string;
  open(): Promise<ModelWriterBed>;
}

export interface ModelWriterBed {
  readonly server: ModelServer;
  /** Starts the writer with a model that reads images, and additional settings. */
  start(settings?: object): Promise<StartedProvider<Writer>>;
}

/** All writers that use models; tests run for each of them. */
export const modelWriters: readonly ModelWriter[] = [
  {
    name: 'ollama',
    provider: 'ollama',
    asks: 'POST /api/chat',
    async open() {
      const model = 'scribe-vision';
      const server = await startOllama(model);
      return {
        server,
        start: (settings) =>
          startProvider(Writer, ollama, { needs: { grounding }, with: { model, baseUrl: server.url, ...settings } }),
      };
    },
  },
  hostedWriter('openai', 'POST /v1/responses', startOpenAiResponses),
  hostedWriter('anthropic', 'POST /v1/messages', startAnthropic),
  hostedWriter('openai-compatible', 'POST /v1/chat/completions', startOpenAiChat),
];

function hostedWriter(vendor: string, asks: string, startServer: () => Promise<HostedModelServer>): ModelWriter {
  return {
    name: `hosted (${vendor})`,
    provider: 'hosted',
    asks,
    async open() {
      const server = await startServer();
      const { model, apiKey, url } = server;
      const settings = { vendor, model, apiKey, baseUrl: `${url}/v1`, vision: true, contextTokens: 8192 };
      return {
        server,
        start: (more) => startProvider(Writer, hosted, { needs: { grounding }, with: { ...settings, ...more } }),
      };
    },
  };
}
