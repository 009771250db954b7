import { childRunning, childrenRunning } from '../../../../core/child-process/testing/running.ts';

/** Ids of the worker processes of this process. */
export const workerProcesses = () => childrenRunning('ocr/tesseract/child.');

/** The id of the only one, once it runs. */
export const workerProcess = () => childRunning('ocr/tesseract/child.');
