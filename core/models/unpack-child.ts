import { ArchiveFault } from './archive.ts';
import { unpackTarBz2 } from './tar-bz2.ts';
import type { UnpackMessage } from './unpack.ts';

/**
 * The process that unpacks an archive: `node unpack-child.ts ORDER`, an `UnpackOrder` as JSON. It tells how far it is and how it
 * ended, and ends with the process that asked.
 */
process.once('disconnect', () => process.exit());

const tell = (message: UnpackMessage) =>
  new Promise<void>((resolve) => {
    process.send?.(message, () => resolve());
  });

try {
  // What `unpack.ts` hands over.
  const order = JSON.parse(process.argv[2] ?? '');
  let told = 0;
  const files = await unpackTarBz2(order, (read) => {
    if (read - told < 2 ** 20) return;
    told = read;
    void tell({ read });
  });
  await tell({ files });
} catch (thrown) {
  const { message, code } = thrown as NodeJS.ErrnoException;
  await tell(thrown instanceof ArchiveFault ? { fault: message } : { failure: message, code });
}
process.exit();
