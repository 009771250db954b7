import { Progress as Bar, Button, FileButton, Group, Text } from '@mantine/core';
import { IconCheck, IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, IconButton, LinkButton } from '../../shared/action.tsx';
import { Dimmed } from '../../shared/dimmed.tsx';
import { useFormat } from '../../shared/format.ts';
import { ErrorNote } from '../../shared/notice.tsx';
import classes from './new.module.css';
import { addFiles, type QueuedFile, removeFile, retryFile, useQueuedFiles } from './upload-queue.ts';
import { settingsOf, useNewVisit } from './visit-form.tsx';

const filesInput = { hidden: true, 'data-testid': 'files' } as const;

/** Takes recordings, transcripts, images and PDFs; any number, each of which goes on where it broke off. */
export function UploadPanel() {
  const [visit] = useNewVisit();
  const { t } = useTranslation('clinical');
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
  const { t } = useTranslation('clinical');
  const { bytes } = useFormat();
  const { name, size, state, sentBytes, bytesPerSecond, error } = file;
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
          <IconButton
            icon={IconX}
            iconSize={16}
            label={t('new.remove', { name })}
            onClick={() => removeFile(file.key)}
          />
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
