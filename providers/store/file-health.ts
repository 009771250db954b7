import { randomUUID } from 'node:crypto';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Health } from 'chronoscribe';
import { checkWritable } from 'chronoscribe/files';

/** Can the file's folder be written to, and is the file still there? Tried with a small file beside it. */
export async function fileHealth(file: string): Promise<Health> {
  try {
    await access(file);
    await checkWritable(`${file}.${randomUUID()}.tmp`);
    const { size } = await stat(file);
    return { status: 'ok', detail: `${file}, ${(size / 1e6).toFixed(1)} MB` };
  } catch (thrown) {
    return {
      status: 'failed',
      detail: `${file} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      hint: `See that ${dirname(file)} exists, belongs to this process and has free space; after a file was lost, restore it and restart.`,
    };
  }
}
