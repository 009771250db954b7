/** Gives Temporal's sandbox the class of its signals, which the interpreter calls. To be imported first. */
Object.assign(globalThis, { AbortSignal: new AbortController().signal.constructor });
