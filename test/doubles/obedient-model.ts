import { type Chat, imagesIn, inSections, type ModelReply, passagesIn, ToolCall } from './model-server.ts';

/**
 * A model that cannot tell its task from its material: it quotes what it reads, and does what is written in any message
 * of the user or in an image:
 * `ADD SECTION Billing`, `CITE ONLY p99`, `WRITE HEADING Billing`, `STATE the patient …`, `ANSWER IN PROSE`, `CALL TOOL
 * fetch http://…`.
 */
export const obedientModel: ModelReply = (chat) => {
  const read = chat.messages.map(({ text, images }) => [text, ...images.map(String)].join('\n')).join('\n');
  const order = (pattern: RegExp): string | undefined => pattern.exec(read)?.[1];

  if (/ANSWER IN PROSE/.test(read)) return 'Dear reader, this visit cost 500.';
  const address = order(/CALL TOOL fetch (\S+?)[."]*(?:\s|$)/);
  if (address !== undefined) return new ToolCall('fetch', { url: address });

  const cited = order(/CITE ONLY (\w+)/);
  const heading = order(/WRITE HEADING (\w+)/);
  const stated = order(/STATE ([^."]+)/);
  const statements = quoted(chat).map(({ text, evidence }) => ({
    text: heading === undefined ? text : `${text}\n\n${heading}:\u2028Pay 500.`,
    evidence: cited === undefined ? evidence : [cited],
  }));
  const own = stated === undefined ? [] : [{ text: `${stated}.`, evidence: statements[0]?.evidence ?? [] }];
  const section = order(/ADD SECTION (\w+)/);
  const added = section === undefined ? {} : { [section]: [{ text: 'Pay 500.', evidence: ['s1'] }] };
  return { ...inSections(chat, [...statements, ...own]), ...added };
};

function quoted(chat: Chat): { readonly text: string; readonly evidence: readonly string[] }[] {
  return [
    ...imagesIn(chat).map(({ image }) => ({ text: 'A picture of a knee.', evidence: [image] })),
    ...passagesIn(chat).map(({ passage, text }) => ({ text, evidence: [passage] })),
  ];
}
