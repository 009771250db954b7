import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The test data beside the checkout; tests that need it skip where it is absent. */
const sharedData = resolve(import.meta.dirname, '../../../../../shared/data');
export const hasSharedData = existsSync(sharedData);
export const sharedAudio = resolve(sharedData, 'audio');
/** Silero's own model. */
export const silero = resolve(sharedData, 'models/silero_vad.onnx');

if (!hasSharedData) console.warn(`${sharedData} is absent: the tests that need it are skipped`);
