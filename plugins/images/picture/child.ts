import { decode } from './decode.ts';

/** The process that decodes a picture: `node child.ts FILE MAXPIXELS` sends one `Decoded` and ends. */
const [path = '', maxPixels = ''] = process.argv.slice(2);

// The host is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit());

process.send?.(await decode(path, Number(maxPixels)));
