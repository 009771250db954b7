import { childrenRunning } from '../../../../core/child-process/testing/running.ts';

/** Ids of the worker processes of this process. */
export const workerProcesses = () => childrenRunning('ocr/tesseract/child.');
