import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Writes the address of each module that the process loads into a file. For `node --import`. */
const file = process.env.LOADED_MODULES ?? '';
registerHooks({
  load(url, context, next) {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
