import { silentLog } from '../../testing/provider.ts';
import { createModels } from '../models.ts';
import { parrot } from './parrot.ts';

/** A process that fetches the parrot: `node fetcher.ts FOLDER URL`. Its exit code is 0 where the model is there. */
const [, , folder = '', url = ''] = process.argv;
const models = createModels({ folder, mirror: null, log: silentLog });
await models.ensure(parrot(url), { download: true, signal: new AbortController().signal, progress: () => {} });
