import { testStart } from './english/patterns.ts';

/** A command to a device or assistant is short; without punctuation a finding may follow it. */
const longestCommand = 8;
const command = testStart(/show me|pull up|finali[sz]e|summari[sz]e|use my|insert|open (?:the|my)/);

/** Tells whether a sentence only tells a device what to show or write. An order for a test is none. */
export function isDeviceCommand(text: string): boolean {
  return command.test(text) && text.split(' ').length <= longestCommand;
}

/** Tells whether a question is about the conversation: `any questions?`, `does that make sense?` */
export function isAboutConversation(question: string): boolean {
  return /\b(?:ready to|questions?\b(?! about)|make sense|sounds? (?:good|okay|fair|alright)|is that (?:okay|correct|right))/i.test(
    question,
  );
}
