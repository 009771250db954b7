import { Box, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../shared/action.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Loading } from '../../shared/list.tsx';
import { ErrorNote } from '../../shared/page.tsx';
import { openPdf, type PdfFile } from './pdf-file.ts';
import { marksOf, type PlacedText } from './pdf-marks.ts';

/** A page of a PDF as a picture, with the cited words marked. Its text is beside it for those who do not see it. */
export function PdfPage(props: {
  readonly url: string;
  /** From 1. */
  readonly page: number;
  readonly label: string;
  /** The cited passages of the page. */
  readonly cited: readonly string[];
  readonly onPage: (page: number) => void;
}) {
  const { t } = useTexts('clinical');
  const { url, page, cited } = props;
  const { ref: box, width } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const [file, setFile] = useState<PdfFile>();
  const [error, setError] = useState<unknown>();
  const [texts, setTexts] = useState<readonly PlacedText[]>([]);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the file again
  useEffect(() => {
    let open: PdfFile | undefined;
    let isLeft = false;
    setError(undefined);
    openPdf(url).then((opened) => {
      open = opened;
      if (isLeft) opened.close();
      else setFile(opened);
    }, setError);
    return () => {
      isLeft = true;
      open?.close();
      setFile(undefined);
    };
  }, [url, attempt]);
  useEffect(() => {
    const sheet = canvas.current;
    if (file === undefined || sheet === null || width === 0) return;
    const left = new AbortController();
    setTexts([]);
    file.draw(page, sheet, width, left.signal).then(
      (found) => !left.signal.aborted && setTexts(found),
      (cause: unknown) => !left.signal.aborted && setError(cause),
    );
    return () => left.abort();
  }, [file, page, width]);
  const marks = useMemo(() => cited.flatMap((passage) => marksOf(passage, texts)), [cited, texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other marks are scrolled to
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, [marks]);

  // A button that is `disabled` would lose the focus at the last page.
  const turning = (can: boolean, to: number) =>
    can ? { onClick: () => props.onPage(to) } : { 'data-disabled': true, 'aria-disabled': true };
  if (error !== undefined) return <ErrorNote error={error} onRetry={() => setAttempt((before) => before + 1)} />;
  return (
    <div>
      <Group justify="center" gap="xs" mb="xs">
        <IconButton
          icon={IconChevronLeft}
          variant="default"
          size={32}
          label={t('document.previousPage')}
          {...turning(page > 1, page - 1)}
        />
        <Text size="sm" role="status">
          {props.label}
        </Text>
        <IconButton
          icon={IconChevronRight}
          variant="default"
          size={32}
          label={t('document.nextPage')}
          {...turning(file !== undefined && page < file.pages, page + 1)}
        />
      </Group>
      {file === undefined && <Loading lines={6} />}
      <Box ref={box} pos="relative" mb="xs" bd="1px solid var(--cs-line)">
        <canvas ref={canvas} style={{ display: 'block', width: '100%' }} role="img" aria-label={props.label} />
        {marks.map(({ text, left, top, width: wide, height }, index) => (
          <Box
            key={`${left} ${top} ${text}`}
            component="span"
            ref={index === 0 ? mark : undefined}
            title={text}
            pos="absolute"
            bg="rgb(255 196 0 / 35%)"
            left={`${left}%`}
            top={`${top}%`}
            w={`${wide}%`}
            h={`${height}%`}
            style={{ outline: '2px solid rgb(178 110 0)' }}
          />
        ))}
      </Box>
    </div>
  );
}
