import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/**
 * A language model behind OpenAI's chat protocol: llama.cpp with the JSON schema of a request as its grammar. A program:
 *
 *     node chat-server.ts FOLDER_OF_NODE_LLAMA_CPP MODEL.gguf CONTEXT_TOKENS
 *
 * It prints its address. It answers one request after the other.
 */
const [library = '', modelPath = '', contextTokens = '4096'] = process.argv.slice(2);
const contextSize = Number(contextTokens);
const name = 'smollm2';

/** What is used here of node-llama-cpp, which is not installed among the packages of this repository. */
interface LlamaLibrary {
  getLlama(options: object): Promise<Llama>;
  readonly LlamaChat: new (options: { readonly contextSequence: unknown }) => LlamaChat;
}
interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
}
interface LlamaModel {
  tokenize(text: string): readonly number[];
  createContext(options: { readonly contextSize: number }): Promise<{ getSequence(): unknown }>;
}
interface LlamaChat {
  generateResponse(history: readonly object[], options: object): Promise<{ metadata: { stopReason: string } }>;
  dispose(options: { readonly disposeSequence: boolean }): void;
}

const entry = pathToFileURL(join(library, 'node_modules/node-llama-cpp/dist/index.js')).href;
const { getLlama, LlamaChat } = (await import(entry)) as LlamaLibrary;
const llama = await getLlama({ gpu: false, build: 'never', maxThreads: 2, logLevel: 'error' });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize });

const Request = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })),
  stream: z.literal(true),
  temperature: z.number().optional(),
  max_tokens: z.int(),
  response_format: z.object({ json_schema: z.object({ schema: z.unknown() }) }),
});

async function chat(request: z.output<typeof Request>, response: ServerResponse): Promise<void> {
  const { messages, max_tokens: maxTokens, temperature, response_format: form } = request;
  if (request.model !== name)
    return refuse(response, 404, 'model_not_found', `The model ${request.model} does not exist.`);
  const tokens = model.tokenize(messages.map(({ content }) => content).join('\n')).length;
  if (tokens + maxTokens > contextSize) {
    const message = `This model's maximum context length is ${contextSize} tokens. You requested ${tokens + maxTokens}.`;
    return refuse(response, 400, 'context_length_exceeded', message);
  }
  const grammar = await llama.createGrammarForJsonSchema(form.json_schema.schema);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choices: readonly object[], more = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: name, choices, ...more })}\n\n`,
    );
  let pieces = 0;
  const session = new LlamaChat({ contextSequence: context.getSequence() });
  try {
    const history = messages.map(({ role, content }) => ({ type: role, text: content }));
    const { metadata } = await session.generateResponse([...history, { type: 'model', response: [''] }], {
      grammar,
      temperature,
      maxTokens,
      signal: gone.signal,
      stopOnAbortSignal: true,
      onTextChunk(content: string) {
        pieces += 1;
        send([{ index: 0, delta: { content }, finish_reason: null }]);
      },
    });
    send([{ index: 0, delta: {}, finish_reason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop' }]);
    send([], { usage: { prompt_tokens: tokens, completion_tokens: pieces, total_tokens: tokens + pieces } });
    response.end('data: [DONE]\n\n');
  } finally {
    session.dispose({ disposeSequence: true });
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } }));
}

let before: Promise<void> = Promise.resolve();
const server = createServer(async (request, response) => {
  if (request.url === '/v1/models') {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ object: 'list', data: [{ id: name, object: 'model', meta: { n_ctx: contextSize } }] }),
    );
    return;
  }
  if (request.url !== '/v1/chat/completions') return refuse(response, 404, 'not_found', 'There is nothing here.');
  const body = Request.parse(await json(request));
  before = before
    .then(() => chat(body, response))
    .catch((failed: unknown) => {
      console.error(failed);
      response.destroy();
    });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
