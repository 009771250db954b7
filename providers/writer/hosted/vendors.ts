import type { LanguageModel } from 'ai';
import { z } from 'zod';

/** What is known of each vendor; a setting overrides it. */
const vendorDefaults = {
  openai: { title: 'OpenAI', baseUrl: 'https://api.openai.com/v1', vision: true, contextTokens: 128_000 },
  anthropic: { title: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', vision: true, contextTokens: 200_000 },
  'openai-compatible': { title: 'The model server', baseUrl: undefined, vision: false, contextTokens: 8192 },
} as const;

export type Vendor = keyof typeof vendorDefaults;

export const config = z
  .strictObject({
    vendor: z
      .enum(['openai', 'anthropic', 'openai-compatible'])
      .describe('whose service it is, or whose protocol it speaks; required'),
    model: z.string().min(1).describe('name of the model at the vendor; it must follow a JSON schema; required'),
    apiKey: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without spaces')
      .optional()
      .describe('the key of your account; needed for openai and anthropic'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('where the service answers, with its /v1; needed for openai-compatible'),
    vision: z.boolean().optional().describe('whether the model sees images; default by vendor, false for openai-compatible'),
    contextTokens: z
      .int()
      .min(1024)
      .optional()
      .describe('size of the context in tokens; default 128000 for openai, 200000 for anthropic, 8192 for openai-compatible'),
    timeoutMs: z.int().min(1).default(120_000).describe('how long the service may be silent, in milliseconds'),
  })
  .superRefine(({ vendor, apiKey, baseUrl }, context) => {
    if (vendor !== 'openai-compatible' && apiKey === undefined) {
      context.addIssue({ code: 'custom', path: ['apiKey'], message: `is needed for the vendor ${vendor}` });
    }
    if (vendor === 'openai-compatible' && baseUrl === undefined) {
      context.addIssue({ code: 'custom', path: ['baseUrl'], message: `is needed for the vendor ${vendor}` });
    }
  });

export interface Settings {
  readonly vendor: Vendor;
  /** `OpenAI`; for problems. */
  readonly title: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** With its `/v1`, without a slash at its end. */
  readonly baseUrl: string;
  readonly vision: boolean;
  readonly contextTokens: number;
  readonly timeoutMs: number;
}

/** The settings with what is known of the vendor. */
export function resolveSettings({ vendor, model, apiKey, timeoutMs, ...given }: z.output<typeof config>): Settings {
  const { title, ...known } = vendorDefaults[vendor];
  return {
    vendor,
    title,
    model,
    apiKey,
    timeoutMs,
    // The schema has made sure that one of them is there.
    baseUrl: given.baseUrl ?? known.baseUrl ?? '',
    vision: given.vision ?? known.vision,
    contextTokens: given.contextTokens ?? known.contextTokens,
  };
}

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
