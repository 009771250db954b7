import { type VerifiedChain, verifyAuditLog } from '../reading.ts';

/** Verifies the files of a log alone, without what the store knows of it. */
export function verifyFiles(folder: string): Promise<readonly VerifiedChain[]> {
  return verifyAuditLog({ folder, log: '', isClustered: true, anchors: [], gaps: [] });
}
