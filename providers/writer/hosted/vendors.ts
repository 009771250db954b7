import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { promptsSetting } from '../model/prompts.ts';
import { fallbackSetting } from '../proven-writer.ts';

/** Defaults by vendor; settings override them. */
const vendorDefaults = {
  openai: { title: 'OpenAI', baseUrl: 'https://api.openai.com/v1', vision: true, contextTokens: 128_000 },
  anthropic: { title: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', vision: true, contextTokens: 200_000 },
  'openai-compatible': { title: 'The model server', baseUrl: undefined, vision: false, contextTokens: undefined },
} as const;

export type Vendor = keyof typeof vendorDefaults;

export const config = z
  .strictObject({
    vendor: z
      .enum(['openai', 'anthropic', 'openai-compatible'])
      .describe('the service, or the protocol that it speaks; required'),
    model: z.string().min(1).describe('name of the model at the vendor; it must support JSON schemas; required'),
    apiKey: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces')
      .optional()
      .describe('key of your account; required for openai and anthropic'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('URL of the service, including /v1; required for openai-compatible'),
    vision: z
      .boolean()
      .optional()
      .describe('whether the model reads images; default by vendor, false for openai-compatible'),
    contextTokens: z
      .int()
      .min(1024)
      .optional()
      .describe(
        'size of the context in tokens; default 128000 for openai, 200000 for anthropic, what the server tells for openai-compatible, else 8192',
      ),
    prompts: promptsSetting,
    fallbackAfter: fallbackSetting,
    timeoutMs: z.int().min(1).default(120_000).describe('milliseconds that the service may send nothing'),
  })
  .superRefine(({ vendor, apiKey, baseUrl }, context) => {
    if (vendor !== 'openai-compatible' && apiKey === undefined) {
      context.addIssue({ code: 'custom', path: ['apiKey'], message: `is required for the vendor ${vendor}` });
    }
    if (vendor === 'openai-compatible' && baseUrl === undefined) {
      context.addIssue({ code: 'custom', path: ['baseUrl'], message: `is required for the vendor ${vendor}` });
    }
  });

export interface Settings {
  readonly vendor: Vendor;
  /** Name for error messages, such as `OpenAI`. */
  readonly title: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** Includes `/v1`, without a trailing slash. */
  readonly baseUrl: string;
  readonly vision: boolean;
  /** Undefined if the server is to be asked. */
  readonly contextTokens: number | undefined;
  /** The folder of the operator's prompts. */
  readonly prompts: string | undefined;
  readonly timeoutMs: number;
}

/** The settings with the vendor's defaults. */
export function resolveSettings({
  vendor,
  model,
  apiKey,
  timeoutMs,
  prompts,
  ...given
}: z.output<typeof config>): Settings {
  const { title, ...known } = vendorDefaults[vendor];
  return {
    vendor,
    title,
    model,
    apiKey,
    timeoutMs,
    prompts,
    // The schema requires one of them.
    baseUrl: given.baseUrl ?? known.baseUrl ?? '',
    vision: given.vision ?? known.vision,
    contextTokens: given.contextTokens ?? known.contextTokens,
  };
}

/** A vendor's model for the `ai` package, with vendor-specific options. */
export interface VendorModel {
  readonly model: LanguageModel;
  readonly providerOptions: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
  /** Undefined if the vendor's newest models reject it. */
  readonly temperature: number | undefined;
}

/**
 * Loads the package of this vendor only. Address and key are always passed, so that none is read from the environment.
 */
export async function vendorModel(settings: Settings, fetch: typeof globalThis.fetch): Promise<VendorModel> {
  const { vendor, model, apiKey = '', baseUrl: baseURL } = settings;
  switch (vendor) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return {
        model: createOpenAI({ apiKey, baseURL, fetch })(model),
        // Otherwise OpenAI stores request and answer for thirty days.
        providerOptions: { openai: { store: false, strictJsonSchema: true } },
        temperature: undefined,
      };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return {
        model: createAnthropic({ apiKey, baseURL, fetch })(model),
        // Otherwise the package gives models unknown to it a tool to answer with.
        providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } },
        temperature: undefined,
      };
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        name: 'compatible',
        apiKey,
        baseURL,
        fetch,
        supportsStructuredOutputs: true,
      });
      return { model: provider(model), providerOptions: {}, temperature: 0 };
    }
    default:
      return vendor satisfies never;
  }
}
