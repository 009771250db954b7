import { z } from 'zod';
import { apiKey, guarded, type HostedModelServer, model } from './hosted-models.ts';
import {
  AskedSchema,
  bodyOf,
  type Chat,
  eventStream,
  type Spoken,
  startModelServer,
  ToolCall,
} from './model-server.ts';
import { imageOf } from './openai-chat.ts';
import type { VendorAnswer } from './vendor-server.ts';

const part = z.union([
  z.object({ type: z.literal('input_text'), text: z.string() }),
  z.object({ type: z.literal('input_image'), image_url: z.string().startsWith('data:image/') }),
]);
const responseRequest = z.object({
  model: z.string(),
  input: z.array(
    z.union([
      z.object({ role: z.enum(['system', 'developer']), content: z.string() }),
      z.object({ role: z.literal('user'), content: z.array(part) }),
    ]),
  ),
  stream: z.literal(true),
  store: z.boolean(),
  max_output_tokens: z.int(),
  text: z.object({
    format: z.object({
      type: z.literal('json_schema'),
      strict: z.literal(true),
      schema: AskedSchema.extend({ additionalProperties: z.literal(false) }),
    }),
  }),
  tools: z.array(z.unknown()).default([]),
});

/** Stands for OpenAI's `/v1/responses`, after its API reference. */
export async function startOpenAiResponses({ contextTokens = 128_000 } = {}): Promise<HostedModelServer> {
  const server = await startModelServer({
    on: 'POST /v1/responses',
    chat: (body) => chatOf(body, contextTokens),
    answer: answered,
    tooLong: () => fault(400, 'context_length_exceeded', 'Your input exceeds the context window of this model.'),
    otherwise(request) {
      const key = request.headers.authorization?.replace('Bearer ', '');
      const wanted = request.method === 'POST' ? bodyOf(request).model : undefined;
      const refused = guarded(request, key, wanted, (_, code, message) => ({
        error: { message, type: code, param: null, code },
      }));
      if (refused !== undefined || request.path !== '/v1/models') return refused;
      return { json: { object: 'list', data: [{ id: model, object: 'model' }] } };
    },
  });
  return { ...server, apiKey, model };
}

function chatOf(body: Readonly<Record<string, unknown>>, contextTokens: number): Chat {
  const { input, text, tools, max_output_tokens, ...request } = responseRequest.parse(body);
  return {
    model: request.model,
    system: input.flatMap((item) => (item.role === 'user' ? [] : [item.content])).join('\n'),
    messages: input.flatMap((item) => {
      if (item.role !== 'user') return [];
      const images = item.content.flatMap((each) => (each.type === 'input_image' ? [imageOf(each.image_url)] : []));
      return [
        { text: item.content.flatMap((each) => (each.type === 'input_text' ? [each.text] : [])).join(''), images },
      ];
    }),
    schema: text.format.schema,
    keys: Object.keys(text.format.schema.properties),
    tools: tools.length,
    answerTokens: max_output_tokens,
    contextTokens,
    body,
  };
}

function answered(chat: Chat, { pieces, end }: Spoken): VendorAnswer {
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    model: chat.model,
    status: 'in_progress',
  };
  const usage = { input_tokens: 100, output_tokens: 100 };
  const item =
    end instanceof ToolCall ? functionCall(end) : { type: 'message', id: 'msg_1', role: 'assistant', content: [] };
  const type = end === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta';
  const last =
    end === 'length'
      ? {
          type: 'response.incomplete',
          response: { ...response, usage, incomplete_details: { reason: 'max_output_tokens' } },
        }
      : { type: 'response.completed', response: { ...response, usage, status: 'completed', incomplete_details: null } };
  return eventStream(
    [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
      { type: 'response.output_item.added', output_index: 0, item },
      ...pieces.map((delta) => ({ type, item_id: 'msg_1', output_index: 0, content_index: 0, delta })),
      { type: 'response.output_item.done', output_index: 0, item },
      last,
    ].map((event, sequence_number) => ({ ...event, sequence_number })),
    true,
  );
}

function functionCall({ name, input }: ToolCall): object {
  return {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name,
    arguments: JSON.stringify(input),
    status: 'completed',
  };
}

function fault(status: number, code: string, message: string): VendorAnswer {
  return { status, json: { error: { message, type: 'invalid_request_error', param: 'input', code } } };
}
