import { DetailedError, Upload } from 'tus-js-client';
import { sendSignedIn } from '../../shared/api.ts';
import { readApiError } from '../../shared/read-api-error.ts';
import { lockSession, whenUnlocked } from '../../shared/session-gate.ts';
import type { RecordingSettings } from './recording-storage.ts';

export interface Progress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/**
 * Sends a file in pieces. The same file chosen again, also after a reload, goes on where it was.
 *
 * @returns the id of the upload
 * @throws {ApiError} if the host refuses it
 */
export function sendFile(file: File, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      endpoint: '/api/v1/uploads',
      chunkSize: 8 * 2 ** 20,
      retryDelays: [500, 1000, 3000, 5000, 10_000, 10_000, 10_000],
      metadata: { filename: file.name },
      removeFingerprintOnSuccess: true,
      onBeforeRequest: whenUnlocked,
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        if (status === 401) lockSession('ended');
        return status === 0 || status === 401 || status === 409 || status === 423 || status >= 500;
      },
      onProgress: (sentBytes, totalBytes) => onProgress({ sentBytes, totalBytes: totalBytes ?? file.size }),
      onError: (error) => reject(apiErrorOf(error)),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    signal.addEventListener('abort', () => void upload.abort());
    void upload.findPreviousUploads().then(([previous]) => {
      if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
      upload.start();
    }, reject);
  });
}

function apiErrorOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const text = error.originalResponse?.getBody() ?? '';
  return readApiError(error.originalResponse?.getStatus() ?? 0, text.startsWith('{') ? JSON.parse(text) : null);
}

/** Has the record of an uploaded file made; what it becomes follows from the kind of file. */
export async function makeRecord(uploadId: string, file: File, settings: RecordingSettings): Promise<void> {
  const form = new FormData();
  form.set('upload_id', uploadId);
  const kind = kindOf(file);
  const { template, language, text, patient, visit } = settings;
  if (kind === 'sound' && settings.form === 'audio-note' && template !== undefined) form.set('template', template);
  if (language !== undefined) form.set('language', language);
  if (text !== undefined) form.set('text', text);
  if (patient !== undefined) form.set('patient', JSON.stringify(patient));
  if (visit !== undefined) form.set('visit', JSON.stringify(visit));
  const sound = settings.form === 'chiropractic-grid' ? 'grid_chiropractor' : 'upload_audio_file';
  const path = `/api/v1/transcripts/${{ image: 'upload_image_file', pdf: 'upload_pdf_files', sound }[kind]}`;
  // The key makes a repeated request, after an answer that was lost, make no second record.
  await sendSignedIn('POST', path, form, { headers: { prefer: 'respond-async', 'idempotency-key': uploadId } });
}

/** Only chooses the operation: what a file is, the host decides by its content. */
function kindOf({ type, name }: File): 'image' | 'pdf' | 'sound' {
  if (type.startsWith('image/')) return 'image';
  return type === 'application/pdf' || /\.pdf$/i.test(name) ? 'pdf' : 'sound';
}
