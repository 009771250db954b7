import type { LanguageModel } from 'ai';
import type { Settings } from './settings.ts';

/** A vendor's model as the `ai` package speaks to it, with what that vendor alone must be told. */
export interface VendorModel {
  readonly model: LanguageModel;
  readonly providerOptions: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
  /** Undefined where the vendor's newest models refuse to be told one. */
  readonly temperature: number | undefined;
}

/** Loads the vendor's package, and no other. The address and the key are always given, so that none is read from the environment. */
export async function vendorModel(settings: Settings, fetch: typeof globalThis.fetch): Promise<VendorModel> {
  const { vendor, model, apiKey = '', baseUrl: baseURL } = settings;
  switch (vendor) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return {
        model: createOpenAI({ apiKey, baseURL, fetch })(model),
        // Without it OpenAI keeps question and answer for thirty days.
        providerOptions: { openai: { store: false, strictJsonSchema: true } },
        temperature: undefined,
      };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return {
        model: createAnthropic({ apiKey, baseURL, fetch })(model),
        // Otherwise models that it does not know would be offered a tool to answer with.
        providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } },
        temperature: undefined,
      };
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({ name: 'compatible', apiKey, baseURL, fetch, supportsStructuredOutputs: true });
      return { model: provider(model), providerOptions: {}, temperature: 0 };
    }
    default:
      return vendor satisfies never;
  }
}
