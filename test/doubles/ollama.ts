import { z } from 'zod';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from './vendor-server.ts';

const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  stream: z.boolean().default(true),
  format: z.object({ properties: z.record(z.string(), z.unknown()) }),
  truncate: z.boolean().optional(),
  options: z.object({ temperature: z.number(), num_ctx: z.int(), num_predict: z.int() }),
});
export type ChatRequest = z.output<typeof chatRequest>;

/** What the model says: an answer to be sent as JSON, or a string to be sent as it is. */
export type ModelReply = (chat: ChatRequest) => unknown;

export interface OllamaDouble extends VendorServer {
  /** The chats that were asked for since the start or the last `reset`, in order. */
  readonly chats: readonly ChatRequest[];
  /** From now on the model answers so. */
  reply(reply: ModelReply): void;
  /** The server forgets a model: it answers 404 until the model is pulled. */
  remove(model: string): void;
}

const passageMessage = z.object({ passage: z.string(), text: z.string() });

/** The passages in a chat: user messages that hold one as JSON. */
export function passagesIn({ messages }: ChatRequest): { readonly passage: string; readonly text: string }[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== 'user' || !content.startsWith('{')) return [];
    const { success, data } = passageMessage.safeParse(JSON.parse(content));
    return success ? [data] : [];
  });
}

/** A plausible model: it quotes each passage once, dealing them to the sections in turn. */
export const quotingModel: ModelReply = (chat) => {
  const sections = Object.keys(chat.format.properties);
  const passages = passagesIn(chat);
  return Object.fromEntries(
    sections.map((name, turn) => [
      name,
      passages.filter((_, index) => index % sections.length === turn).map(({ passage, text }) => ({ text, evidence: [passage] })),
    ]),
  );
};

/** Stands for an Ollama server: `/api/chat`, `/api/pull`, `/api/show`, `/api/tags` and `/api/version`, after Ollama's API documentation. */
export async function startOllama(...models: readonly string[]): Promise<OllamaDouble> {
  const present = new Set(models);
  const chats: ChatRequest[] = [];
  let reply: ModelReply = quotingModel;

  function answer(request: VendorRequest): VendorAnswer {
    switch (`${request.method} ${request.path}`) {
      case 'GET /api/version':
        return { json: { version: '0.12.6' } };
      case 'GET /api/tags':
        return { json: { models: [...present].map((model) => ({ name: model, model })) } };
      case 'POST /api/show': {
        const { model } = z.object({ model: z.string() }).parse(json(request));
        return present.has(model) ? { json: { capabilities: ['completion'] } } : notFound(model);
      }
      case 'POST /api/pull':
        return pulled(z.object({ name: z.string() }).parse(json(request)).name, present);
      case 'POST /api/chat': {
        const chat = chatRequest.parse(json(request));
        chats.push(chat);
        return present.has(chat.model) ? chatted(chat, reply) : notFound(chat.model);
      }
      default:
        return { status: 404, json: { error: 'page not found' } };
    }
  }

  const server = await startVendorServer(answer);
  return {
    ...server,
    chats,
    reply(next) {
      reply = next;
    },
    remove(model) {
      present.delete(model);
    },
    async reset() {
      await server.reset();
      chats.length = 0;
      reply = quotingModel;
      for (const model of models) present.add(model);
    },
  };
}

function notFound(model: string): VendorAnswer {
  return { status: 404, json: { error: `model '${model}' not found` } };
}

/** Only what is called `unknown` cannot be pulled. */
function pulled(model: string, present: Set<string>): VendorAnswer {
  const layer = { status: 'pulling 4824460d29f2', digest: 'sha256:4824460d29f2', total: 1000 };
  if (model === 'unknown') return lines([{ status: 'pulling manifest' }, { error: 'pull model manifest: file does not exist' }]);
  present.add(model);
  return lines([
    { status: 'pulling manifest' },
    { ...layer, completed: 250 },
    { ...layer, completed: 1000 },
    { status: 'success' },
  ]);
}

/**
 * As the real server, it counts about four characters to a token. A chat that is longer than `num_ctx` is refused with `truncate: false`;
 * otherwise its oldest messages are dropped without a word.
 */
function chatted(chat: ChatRequest, reply: ModelReply): VendorAnswer {
  const [system, ...rest] = chat.messages;
  const tokens = (messages: ChatRequest['messages']) =>
    messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  if (system !== undefined && tokens(chat.messages) > chat.options.num_ctx) {
    if (chat.truncate === false) {
      return { status: 400, json: { error: 'the input length exceeds the context length' } };
    }
    while (rest.length > 1 && tokens([system, ...rest]) > chat.options.num_ctx) rest.shift();
  }
  const said = reply({ ...chat, messages: system === undefined ? rest : [system, ...rest] });
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  const { num_predict } = chat.options;
  const length = text.length > 4 * num_predict;
  const pieces = (length ? text.slice(0, 4 * num_predict) : text).match(/[\s\S]{1,12}/g) ?? [''];
  return lines([
    ...pieces.map((content) => ({ model: chat.model, message: { role: 'assistant', content }, done: false })),
    { model: chat.model, message: { role: 'assistant', content: '' }, done: true, done_reason: length ? 'length' : 'stop' },
  ]);
}

function lines(values: readonly object[]): VendorAnswer {
  return { headers: { 'content-type': 'application/x-ndjson' }, stream: values.map((value) => `${JSON.stringify(value)}\n`) };
}

function json({ body }: VendorRequest): unknown {
  return JSON.parse(body.toString('utf8'));
}
