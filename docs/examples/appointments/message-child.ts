import type { ReadTranscriptFile } from 'chronoscribe/kinds/transcripts';

/** Reads a message of the answering machine: `MESSAGE FROM Ada`, and below it what was said. */
const readMessage: ReadTranscriptFile = (file) => {
  const [first = '', ...lines] = new TextDecoder().decode(file).trimEnd().split('\n');
  const speaker = /^MESSAGE FROM (.+)$/.exec(first)?.[1];
  if (speaker === undefined) return undefined;
  if (lines.length === 0) return { unreadable: 'The message is empty' };
  const utterances = lines.map((text) => ({ speaker, startMs: 0, endMs: 0, confidence: null, text }));
  return { source: 'appointments-message', language: null, hasTimes: false, utterances };
};
export default readMessage;
