import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shipped } from 'chronoscribe/host';
import { Writer } from 'chronoscribe/kinds/writer';
import { startProvider } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOllama } from '../../../test/doubles/ollama.ts';
import ollama from '../ollama/index.ts';
import { grounding } from '../testing/model-writers.ts';
import { draft, visit } from '../testing/trial.ts';
import { readPrompts } from './prompts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prompts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const rules = { instructions: 'Write a note.', language: 'English', sections: '- s1_plan', example: '{"s1_plan":[]}' };
const source = { wish: 'Wish: $& {{lines}}', lines: '[s1] patient: Ice $1.', facts: '' };

test('every file of config/prompts is a prompt that is rendered here', () => {
  expect(readdirSync(shipped('prompts')).toSorted()).toEqual([
    ...['check.md', 'contents.md', 'extract.md', 'repair.md', 'section.md', 'system.md', 'user.md'],
  ]);
});

test('the system message has the rules, and what it is filled with', () => {
  const message = readPrompts(undefined).system(rules);
  expect(message.split('\n')[0]).toBe('Write a note.');
  for (const words of Object.values(rules)) expect(message).toContain(words);
  expect(message).not.toMatch(/\{\{|\n\n/);
});

test('each step has a message of its own, with what it is filled with', () => {
  const { extract, check, repair, section } = readPrompts(undefined);
  const [listed, checked, corrected] = [extract({ example: '{"facts":[]}' }), check({}), repair({ language: 'Dutch' })];
  expect(listed).toContain('of the form, not of the content: {"facts":[]}');
  expect(corrected).toContain('Write in Dutch.');
  for (const rules of [listed, checked, corrected]) {
    expect(rules).toContain('quoted material');
    expect(rules).not.toMatch(/\{\{|\n\n/);
  }
  expect(section({ key: 's2_plan' })).toMatch(/^In this answer write only the key "s2_plan", .*\{"s2_plan": \[…\]\}/);
});

test('the message of the user has what it is filled with, as it is, and no empty line', () => {
  expect(readPrompts(undefined).user(source).split('\n')).toEqual([
    'Wish: $& {{lines}}',
    '[s1] patient: Ice $1.',
    'Write the document now, from the lines above and by the rules.',
  ]);
});

test.each([
  'complaint',
  'history',
  'past-history',
  'medications',
  'allergies',
  'family-history',
  'social-history',
  'review-of-systems',
  'goals',
  'examination',
  'results',
  'behavior',
  'assessment',
  'diagnoses',
  'progress',
  'intervention',
  'response',
  'plan',
  'follow-up',
  'summary',
] as const)('the content %s is described', (content) => {
  expect(readPrompts(undefined).describe(content)).toMatch(/^\w[\w ,']{6,}/);
  expect(readPrompts(undefined).describe(content)).not.toBe(content);
});

test('a file of the folder in the settings replaces ours, and the others stay', async () => {
  writeFileSync(join(folder, 'user.md'), 'Source:\n{{lines}}\n{{facts}}{{wish}}');
  writeFileSync(join(folder, 'contents.md'), 'plan: what comes next\n');
  const server = await startOllama('scribe');
  const { instance, stop } = await startProvider(Writer, ollama, {
    needs: { grounding },
    with: { model: 'scribe', baseUrl: server.url, prompts: folder },
  });
  await draft(instance, visit('Ice helps.'));
  expect(server.chats[0]?.messages[0]?.text).toBe('Source:\n[s1] patient: Ice helps.');
  expect(server.chats[0]?.system).toContain('quoted material');
  expect(server.chats[0]?.system).toContain('"Plan": what comes next');
  expect(server.chats[0]?.system).toContain('"Subjective": what the patient reports');
  await stop();
  await server.stop();
});

test.each([
  ['lacks a place for the source', 'user.md', 'Write: {{wish}} {{facts}}', /user\.md lacks \{\{lines\}\}/],
  ['lacks a place for the rules of ours', 'system.md', 'You are a scribe.', /system\.md lacks \{\{instructions\}\}/],
  ['has an unknown word', 'user.md', '{{lines}}{{facts}}{{wish}}{{text}}', /user\.md has the unknown \{\{text\}\}/],
  ['is empty', 'user.md', '', /user\.md lacks/],
])('a prompt that %s is refused at the start, with its file', (_, file, text, message) => {
  writeFileSync(join(folder, file), text);
  expect(() => readPrompts(folder)).toThrow(message);
});

test('a folder that does not exist is refused', () => {
  expect(() => readPrompts(join(folder, 'none'))).toThrow(/setting prompts/);
});
