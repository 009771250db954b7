import { Progress as Bar, Button, FileButton, Group, Text } from '@mantine/core';
import { IconCheck, IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { DetailedError, Upload } from 'tus-js-client';
import { ActionButton, IconButton, LinkButton } from '../../shared/action.tsx';
import { markBusy } from '../../shared/activity.ts';
import { ApiError, refresh, sendSignedIn } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { Dimmed, ErrorNote } from '../../shared/page.tsx';
import { readIssues } from '../../shared/read-api-error.ts';
import { watchSession, whenUnlocked } from '../../shared/session-gate.ts';
import { sharedValue } from '../../shared/shared-value.ts';
import classes from './new.module.css';
import type { RecordingSettings } from './recording-storage.ts';
import { settingsOf, useNewVisit } from './visit-form.tsx';

const filesInput = { hidden: true, 'data-testid': 'files' } as const;

/** Takes recordings, transcripts, images and PDFs; any number, each of which goes on where it broke off. */
export function UploadPanel() {
  const [visit] = useNewVisit();
  const { t } = useTexts('clinical');
  const files = useQueuedFiles();
  const [over, setOver] = useState(false);
  // The same file can be chosen once more.
  const reset = useRef<() => void>(null);
  const take = (chosen: readonly File[]) => {
    addFiles(chosen, settingsOf(visit));
    reset.current?.();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <>
      <section
        className={classes.drop}
        aria-label={t('new.files')}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload size={28} stroke={1.5} aria-hidden />
        <Text fw={560}>{t('new.drop')}</Text>
        <Dimmed ta="center">{t('new.dropText')}</Dimmed>
        <FileButton multiple resetRef={reset} inputProps={filesInput} onChange={take}>
          {(button) => (
            <Button variant="default" {...button}>
              {t('new.choose')}
            </Button>
          )}
        </FileButton>
      </section>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <FileRow key={file.key} file={file} />
          ))}
        </ul>
      )}
    </>
  );
}

function FileRow({ file }: { readonly file: QueuedFile }) {
  const { t, bytes } = useTexts('clinical');
  const { state, sentBytes, bytesPerSecond, error } = file;
  const { name, size } = file.content;
  const left = bytesPerSecond > 0 ? Math.ceil((size - sentBytes) / bytesPerSecond) : undefined;
  return (
    <li className={classes.file}>
      <Group gap="0.25rem 0.75rem">
        <Text fw={550} truncate flex="1 1 8rem" miw={0} title={name}>
          {name}
        </Text>
        <Dimmed style={{ fontVariantNumeric: 'tabular-nums' }}>
          {state === 'sending' && bytesPerSecond > 0
            ? t('new.speed', { size: bytes(size), speed: bytes(bytesPerSecond), seconds: left })
            : bytes(size)}
        </Dimmed>
        {state === 'done' ? (
          <LinkButton to="/clinical/today" size="compact-sm" variant="light" icon={IconCheck}>
            {t('new.atWork')}
          </LinkButton>
        ) : (
          <IconButton icon={IconX} iconSize={16} label={t('new.remove', { name })} onClick={() => removeFile(file)} />
        )}
      </Group>
      {(state === 'waiting' || state === 'sending') && (
        <Bar value={size === 0 ? 0 : (sentBytes / size) * 100} aria-label={t('new.progress', { name })} size="sm" />
      )}
      {state === 'failed' && (
        <>
          <ErrorNote error={error} />
          <ActionButton size="xs" variant="default" icon={IconRefresh} onClick={() => retryFile(file.key)}>
            {t('action.retry')}
          </ActionButton>
        </>
      )}
    </li>
  );
}

/** A file on its way to the host. */
interface QueuedFile {
  readonly key: string;
  readonly content: File;
  readonly settings: RecordingSettings;
  readonly abort: AbortController;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly sentBytes: number;
  /** Measured since it began; 0 until then. */
  readonly bytesPerSecond: number;
  readonly error?: unknown;
}

const atOnce = 2;
const files = sharedValue<readonly QueuedFile[]>([]);

/** The files of this page, two of which are sent at once. They go on while somebody looks at another screen. */
const useQueuedFiles = files.use;

function addFiles(chosen: readonly File[], settings: RecordingSettings): void {
  const added = chosen.map((content, index) => ({
    ...{ key: `${Date.now()}-${index}-${content.name}`, content, settings, abort: new AbortController() },
    ...{ state: 'waiting' as const, sentBytes: 0, bytesPerSecond: 0 },
  }));
  files.set([...files.get(), ...added]);
  startNext();
}

function retryFile(key: string): void {
  change(key, { state: 'waiting', error: undefined });
  startNext();
}

/** Takes a file from the list. What the host has of it expires there by itself. */
function removeFile({ key, abort }: QueuedFile): void {
  abort.abort();
  files.set(files.get().filter((file) => file.key !== key));
  startNext();
}

function startNext(): void {
  const inState = (wanted: QueuedFile['state']) => files.get().filter(({ state }) => state === wanted);
  for (const file of inState('waiting').slice(0, atOnce - inState('sending').length)) void run(file);
}

async function run({ key, content, settings, abort }: QueuedFile): Promise<void> {
  change(key, { state: 'sending' });
  const idle = markBusy();
  const begin = performance.now();
  let first: number | undefined;
  try {
    const id = await sendFile(
      content,
      (sentBytes) => {
        first ??= sentBytes;
        const seconds = (performance.now() - begin) / 1000;
        change(key, { sentBytes, bytesPerSecond: seconds > 1 ? (sentBytes - first) / seconds : 0 });
      },
      abort.signal,
    );
    await makeRecord(id, content, settings);
    change(key, { state: 'done', sentBytes: content.size });
    void refresh('runs');
  } catch (error) {
    change(key, { state: 'failed', error });
  } finally {
    idle();
    startNext();
  }
}

function change(key: string, next: Partial<QueuedFile>): void {
  files.set(files.get().map((file) => (file.key === key ? { ...file, ...next } : file)));
}

/**
 * Sends a file in pieces. The same file chosen again, also after a reload, goes on where it was.
 *
 * @returns the id of the upload
 * @throws {ApiError} if the host refuses it
 */
function sendFile(file: File, onProgress: (sentBytes: number) => void, signal: AbortSignal): Promise<string> {
  let whenSignedIn = watchSession();
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      endpoint: '/api/v1/uploads',
      chunkSize: 8 * 2 ** 20,
      retryDelays: [500, 1000, 3000, 5000, 10_000, 10_000, 10_000],
      metadata: { filename: file.name },
      removeFingerprintOnSuccess: true,
      onBeforeRequest: async () => {
        await whenUnlocked();
        whenSignedIn = watchSession();
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        if (status === 401) void whenSignedIn();
        return status === 0 || status === 401 || status === 409 || status === 423 || status >= 500;
      },
      onProgress,
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
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : null;
  const { code, issues } = readIssues(body);
  return new ApiError(error.originalResponse?.getStatus() ?? 0, code, issues, body);
}

/** Has the record of an uploaded file made; what it becomes follows from the kind of file. */
async function makeRecord(uploadId: string, file: File, settings: RecordingSettings): Promise<void> {
  const form = new FormData();
  form.set('upload_id', uploadId);
  const kind = kindOf(file);
  const { form: noteForm, template, ...about } = settings;
  const isNote = kind === 'sound' && noteForm === 'audio-note';
  for (const [name, value] of Object.entries({ ...about, ...(isNote && { template }) }))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const sound = noteForm === 'chiropractic-grid' ? 'grid_chiropractor' : 'upload_audio_file';
  const path = `/api/v1/transcripts/${{ image: 'upload_image_file', pdf: 'upload_pdf_files', sound }[kind]}`;
  // The key makes a repeated request, after an answer that was lost, make no second record.
  await sendSignedIn('POST', path, form, { headers: { prefer: 'respond-async', 'idempotency-key': uploadId } });
}

/** Only chooses the operation: what a file is, the host decides by its content. */
function kindOf({ type, name }: File): 'image' | 'pdf' | 'sound' {
  if (type.startsWith('image/')) return 'image';
  return type === 'application/pdf' || /\.pdf$/i.test(name) ? 'pdf' : 'sound';
}
