import { z } from 'zod';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from './vendor-server.ts';

/** A question to a model, whatever protocol it came by. */
export interface Chat {
  readonly model: string;
  readonly system: string;
  /** The user's messages in their order, each text with the images that came with it. */
  readonly messages: readonly ChatMessage[];
  /** The schema of the answer. */
  readonly schema: AskedSchema;
  /** The keys of the form in which the answer is to be given. */
  readonly keys: readonly string[];
  /** How many tools it was offered. */
  readonly tools: number;
  /** How many tokens the answer may have. */
  readonly answerTokens: number;
  /** How many tokens question and answer may have together, where the question says so. */
  readonly contextTokens: number;
  /** The request as it was sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ChatMessage {
  readonly text: string;
  readonly images: readonly Buffer[];
}

/** What a model does that is no plain answer. */
export class ToolCall {
  readonly name: string;
  readonly input: object;

  constructor(name: string, input: object) {
    this.name = name;
    this.input = input;
  }
}

export class Refusal {}

/** An answer that is sent as JSON, a string that is sent as it is, a call of a tool, or a refusal. */
export type ModelReply = (chat: Chat) => unknown;

/** What a model is asked for beside a document: to list facts, to check a sentence, to correct one. */
export type Aside = 'extract' | 'check' | 'repair';

/** How a model answers to what it is asked for beside a document. */
export type Conduct = Readonly<Record<Aside, ModelReply>>;

/** Lists no facts, finds every sentence supported, and can correct none. */
export const usualConduct: Conduct = {
  extract: () => ({ facts: [] }),
  check: () => ({ reason: '', supported: true }),
  repair: () => ({ text: '', evidence: [] }),
};

export interface ModelServer extends VendorServer {
  /** The chats in which a document was asked for since the start or the last `reset`, in order. */
  readonly chats: readonly Chat[];
  /** The other chats, in order. */
  readonly asides: readonly Chat[];
  /** From now on the model writes so, and does else as usual, but for what is given. */
  reply(reply: ModelReply, conduct?: Partial<Conduct>): void;
}

/** What a chat asks for; undefined: a document. */
export function asideOf({ keys }: Chat): Aside | undefined {
  if (keys.includes('facts')) return 'extract';
  if (keys.includes('supported')) return 'check';
  return keys.includes('text') ? 'repair' : undefined;
}

/** An answer as a protocol puts it into a stream. */
export interface Spoken {
  readonly pieces: readonly string[];
  readonly end: 'stop' | 'length' | 'refusal' | ToolCall;
}

/** What a schema says of the lines that may be cited, and how many statements there may be. */
export const AskedSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  $defs: z.record(z.string(), z.unknown()).optional(),
});
export type AskedSchema = z.output<typeof AskedSchema>;

/** One way in which services are asked for a chat. */
export interface Protocol {
  /** `POST /v1/messages`. */
  readonly on: string;
  chat(body: Readonly<Record<string, unknown>>): Chat;
  answer(chat: Chat, spoken: Spoken): VendorAnswer;
  tooLong(): VendorAnswer;
  /** All other requests, and chats that it will not take; undefined where it will. */
  otherwise(request: VendorRequest): VendorAnswer | undefined;
}

/**
 * Starts a server with a model behind it. It counts about four characters to a token, refuses what is too long, and
 * ends an answer where it may not be
 * longer.
 */
export async function startModelServer({ on, chat, answer, tooLong, otherwise }: Protocol): Promise<ModelServer> {
  const chats: Chat[] = [];
  const asides: Chat[] = [];
  let reply = quotingModel;
  let conduct = usualConduct;
  const server = await startVendorServer((request) => {
    const other = otherwise(request);
    if (other !== undefined) return other;
    if (`${request.method} ${request.path}` !== on) return { status: 404, json: { error: 'page not found' } };
    const asked = chat(bodyOf(request));
    const aside = asideOf(asked);
    (aside === undefined ? chats : asides).push(asked);
    const said = aside === undefined ? reply : conduct[aside];
    return tokensOf(asked) > asked.contextTokens ? tooLong() : answer(asked, spoken(said(asked), asked));
  });
  return {
    ...server,
    chats,
    asides,
    reply(next, ways = {}) {
      reply = next;
      conduct = { ...usualConduct, ...ways };
    },
    async reset() {
      await server.reset();
      chats.length = 0;
      asides.length = 0;
      reply = quotingModel;
      conduct = usualConduct;
    },
  };
}

/** The body of a request as an object of JSON. */
export function bodyOf({ body }: VendorRequest): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(body.toString('utf8')));
}

/** Server-sent events, one a value; named by their type where the protocol does so. */
export function eventStream(values: readonly object[], named = false): VendorAnswer {
  const name = (value: object) => (named && 'type' in value ? `event: ${value.type}\n` : '');
  return {
    headers: { 'content-type': 'text/event-stream' },
    stream: values.map((value) => `${name(value)}data: ${JSON.stringify(value)}\n\n`),
  };
}

function spoken(said: unknown, { answerTokens }: Chat): Spoken {
  if (said instanceof ToolCall) return { pieces: [], end: said };
  if (said instanceof Refusal) return { pieces: ['I cannot help with that.'], end: 'refusal' };
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  const isLong = text.length > 4 * answerTokens;
  const pieces = (isLong ? text.slice(0, 4 * answerTokens) : text).match(/[\s\S]{1,12}/g) ?? [];
  return { pieces, end: isLong ? 'length' : 'stop' };
}

function tokensOf({ system, messages }: Chat): number {
  return [system, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
}

/** The passages in a chat: its lines `[s1] patient: My knee hurts.` */
export function passagesIn({ messages }: Chat): { readonly passage: string; readonly text: string }[] {
  return messages.flatMap(({ text }) =>
    [...text.matchAll(/^\[(s\d+)\] \w+: (.*)$/gm)].map(([, passage = '', said = '']) => ({ passage, text: said })),
  );
}

/** The sentence that a chat asks to check or to correct. */
export function sentenceIn({ messages }: Chat): string {
  return messages.flatMap(({ text }) => /^Sentence: (.*)$/m.exec(text)?.[1] ?? []).join();
}

/** The images in a chat, with what is written in them. */
export function imagesIn({ messages }: Pick<Chat, 'messages'>): { readonly image: string; readonly text: string }[] {
  return messages.flatMap(({ text, images }) =>
    [...text.matchAll(/^\[(i\d+)\] image$/gm)].flatMap(([, image = ''], index) => {
      const seen = images[index];
      return seen === undefined ? [] : [{ image, text: String(seen) }];
    }),
  );
}

/** An answer in the form that was asked for: the statements of the sections in their order. */
export function inSections({ keys }: Chat, ...sections: readonly (readonly unknown[])[]): object {
  return Object.fromEntries(keys.map((key, index) => [key, sections[index] ?? []]));
}

/** A plausible model: it quotes each passage once, dealing them to the sections in turn. */
export const quotingModel: ModelReply = (chat) => {
  const passages = passagesIn(chat);
  const dealt = chat.keys.map((_, turn) => passages.filter((_, index) => index % chat.keys.length === turn));
  return inSections(chat, ...dealt.map((own) => own.map(({ passage, text }) => ({ text, evidence: [passage] }))));
};
