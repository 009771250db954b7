/** Gives Temporal's sandbox the class of its signals, whose static methods the interpreter calls. To be imported first. */
Object.assign(globalThis, { AbortSignal: new AbortController().signal.constructor });
