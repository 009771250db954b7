import { Anchor, Box, Card, Image, SegmentedControl, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../shared/api.ts';
import { Dimmed } from '../../shared/dimmed.tsx';
import { Loading } from '../../shared/list.tsx';

type Document = Answer<'/api/v1/documents/{id}'>;

interface Props {
  readonly document: Document;
  /** Ids of passages. */
  readonly cited: readonly string[];
}

/** The PDF reader is large, and loaded by those who look at a PDF alone. */
const PdfPage = lazy(() => import('./pdf-page.tsx').then((module) => ({ default: module.PdfPage })));

/** The document as it was sent, if it is kept, and its text; what is cited is opened and marked in both. */
export function SourcePane({ document, cited }: Props) {
  const { t } = useTranslation('clinical');
  const { kept_files: kept } = document;
  const [shown, setShown] = useState<'pages' | 'text'>('pages');
  const isText = shown === 'text' || kept.length === 0;
  return (
    <Box pos={{ md: 'sticky' }} top="1rem" mah={{ md: 'calc(100dvh - 2rem)' }} style={{ overflowY: 'auto' }}>
      {kept.length > 0 && (
        <SegmentedControl
          fullWidth
          mb="sm"
          aria-label={t('document.shown')}
          value={shown}
          onChange={(value) => setShown(value === 'text' ? 'text' : 'pages')}
          data={[
            { value: 'pages', label: t(document.form === 'pdf' ? 'document.pages' : 'document.picture') },
            { value: 'text', label: t('document.textTab') },
          ]}
        />
      )}
      {isText ? <Passages document={document} cited={cited} /> : <Original document={document} cited={cited} />}
      {kept.length === 0 && (
        <Dimmed size="xs" mt="xs">
          {t('document.notKept')}
        </Dimmed>
      )}
    </Box>
  );
}

function Original({ document, cited }: Props) {
  const { t } = useTranslation('clinical');
  const { id, passages, kept_files: kept } = document;
  const [place, setPlace] = useState({ file: kept[0]?.file ?? 0, page: 1 });
  useEffect(() => {
    const first = passages.find((passage) => passage.id === cited[0]);
    if (first !== undefined) setPlace({ file: first.file, page: first.page });
  }, [cited, passages]);
  const file = kept.find((each) => each.file === place.file);
  if (file === undefined) return <Text c="dimmed">{t('document.notKept')}</Text>;
  const url = `/api/v1/documents/${encodeURIComponent(id)}/files/${file.file}`;
  const words = passages.filter(
    (each) => each.file === place.file && each.page === place.page && cited.includes(each.id),
  );
  return (
    <>
      {kept.length > 1 && (
        <SegmentedControl
          mb="sm"
          aria-label={t('document.files')}
          value={String(place.file)}
          onChange={(value) => setPlace({ file: Number(value), page: 1 })}
          data={kept.map((each) => ({ value: String(each.file), label: t('document.file', { file: each.file + 1 }) }))}
        />
      )}
      {file.type === 'application/pdf' && (
        <Suspense fallback={<Loading lines={6} />}>
          <PdfPage
            url={url}
            page={place.page}
            label={t('document.page', { file: place.file + 1, page: place.page })}
            cited={words.map(({ text }) => text)}
            onPage={(page) => setPlace({ file: place.file, page })}
          />
        </Suspense>
      )}
      {file.type === 'image/tiff' && <Text>{t('document.noPreview')}</Text>}
      {file.type !== 'application/pdf' && file.type !== 'image/tiff' && (
        <Image mb="xs" bd="1px solid var(--cs-line)" src={url} alt={t('document.picture')} />
      )}
      <Anchor size="sm" href={url} download>
        {t('document.download')}
      </Anchor>
    </>
  );
}

/** The text of the document, page by page; what is cited is marked, and scrolled to. */
function Passages({ document, cited }: Props) {
  const { t } = useTranslation('clinical');
  const box = useRef<HTMLDivElement>(null);
  const first = cited[0];
  useEffect(() => {
    if (first === undefined) return;
    box.current?.querySelector(`[data-id="${CSS.escape(first)}"]`)?.scrollIntoView({ block: 'center' });
  }, [first]);
  const pages = Map.groupBy(document.passages, ({ file, page }) => `${file} ${page}`);
  return (
    <Stack component="section" ref={box} aria-label={t('document.text')} tabIndex={0}>
      {document.passages.length === 0 && <Text c="dimmed">{t('document.noText')}</Text>}
      {[...pages.values()].map((passages) => {
        const [{ file, page } = { file: 0, page: 1 }] = passages;
        return (
          <Card key={`${file} ${page}`}>
            <Dimmed size="xs" ta="right">
              {t('document.page', { file: file + 1, page })}
            </Dimmed>
            {passages.map(({ id, text }) => (
              <Text
                key={id}
                data-id={id}
                data-cited={cited.includes(id)}
                bg={cited.includes(id) ? 'var(--cs-mark)' : 'none'}
                style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
              >
                {text}
              </Text>
            ))}
          </Card>
        );
      })}
    </Stack>
  );
}
