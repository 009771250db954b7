import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ConfigurationRequest, type ConfigurationResult, readConfiguration } from './configuration.ts';

export const kinds = [
  'transcriber',
  'diarizer',
  'punctuator',
  'writer',
  'grounding',
  'ocr',
  'store',
  'blobs',
  'workflow-engine',
];
/** Those that run unless they are disabled. */
export const bundledPlugins = [
  ...[
    'accounts',
    'runs',
    'console',
    'time-flow',
    'anchors',
    'timelines',
    'events',
    'records',
    'transcripts',
    'live-recordings',
  ],
  ...['audio-notes', 'chiropractic-grid', 'documents', 'images', 'pdfs', 'webhooks', 'ehr'],
];

/** An empty folder that is gone after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chronoscribe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads a configuration whose file is `config/clinic.yaml` in a working directory of its own. */
export function read(content: string | Uint8Array, request: Partial<ConfigurationRequest> = {}): ConfigurationResult {
  const workingDirectory = emptyFolder();
  mkdirSync(join(workingDirectory, 'config'));
  writeFileSync(join(workingDirectory, 'config/clinic.yaml'), content);
  return readIn(workingDirectory, { file: 'config/clinic.yaml', ...request });
}

/** Reads a configuration as a host does that is started in `workingDirectory`. */
export function readIn(workingDirectory: string, request: Partial<ConfigurationRequest> = {}): ConfigurationResult {
  return readConfiguration({
    environment: {},
    flags: {},
    kinds,
    plugins: [...bundledPlugins, 'mcp'],
    workingDirectory,
    ...request,
  });
}

/** The report on a file with this content, and nothing else. */
export function reportOn(content: string | Uint8Array, request: Partial<ConfigurationRequest> = {}): string {
  return read(content, request).problems.report();
}
