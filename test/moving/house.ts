import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TestHost, TestResponse } from 'chronoscribe/testing';
import { expect } from 'vitest';
import { cli } from '../../core/cli/testing.ts';

const tour = resolve(import.meta.dirname, '../../config/tour/consultation.vtt');

/** A consultation with times, as a client sends it. */
export async function transcriptForm(): Promise<FormData> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await readFile(tour))], 'consultation.vtt'));
  return form;
}

export const idIn = ({ json }: TestResponse): string => (json as { readonly id: string }).id;

/** Sends a request that is to succeed. */
export async function must(
  host: TestHost,
  method: string,
  path: string,
  call: Parameters<TestHost['call']>[2] = {},
): Promise<TestResponse> {
  const answer = await host.call(method, path, call);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer;
}

/** Runs `chronoscribe …`, which is to succeed. @returns what it printed */
export async function run(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

export const event = (event_id: string, other: object = {}) => ({
  event_id,
  description: 'Something happens',
  time: '2025-03-01T12:00:00Z',
  location: 'Berlin',
  ...other,
});
