import { access, statfs } from 'node:fs/promises';
import type { Health } from 'chronoscribe';
import { checkWritable } from 'chronoscribe/files';

/** Is the folder there, and can `probe`, a path in it, be written? */
export async function folderHealth(root: string, probe: string): Promise<Health> {
  try {
    await access(root);
    await checkWritable(probe);
    const { bavail, bsize } = await statfs(root);
    return { status: 'ok', detail: `${root}, ${((bavail * bsize) / 1e9).toFixed(1)} GB free` };
  } catch (thrown) {
    return {
      status: 'failed',
      detail: `${root} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      hint: `See that ${root} exists, belongs to this process and has free space, then restart.`,
    };
  }
}
