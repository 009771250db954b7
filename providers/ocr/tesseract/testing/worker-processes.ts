import { childrenRunning } from '../../../../core/child-process/testing/running.ts';

/** The ids of this process's children that read pictures. */
export const workerProcesses = () => childrenRunning('ocr/tesseract/child.');
