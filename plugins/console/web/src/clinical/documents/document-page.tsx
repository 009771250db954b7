import { Anchor, Box, Card, Image, SegmentedControl, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ActionButton } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { dotted, useTexts } from '../../shared/i18n.ts';
import { Loading, QueryState, StatusBadge } from '../../shared/list.tsx';
import { Dimmed, Notice, Page, Section } from '../../shared/page.tsx';
import { nameOf, useDeletion, useNeighbours, useWarningText } from '../records.ts';
import { Citing, ShowEvidence, UnmentionedPane } from '../review/evidence.tsx';

type Document = Answer<'/api/v1/documents/{id}'>;

/** `/clinical/documents/$id`: what was found in a document, beside its text; a citation leads to its page. */
export function DocumentPage() {
  const { id } = useParams({ from: '/signed-in/clinical/documents/$id' });
  const query = useQuery({
    queryKey: ['documents', 'one', id],
    queryFn: () => api.GET('/api/v1/documents/{id}', { id }),
  });
  return <QueryState query={query}>{(document) => <DocumentView document={document} />}</QueryState>;
}

function DocumentView({ document }: { readonly document: Document }) {
  const { t } = useTexts('clinical');
  useNeighbours(document);
  const warningText = useWarningText();
  const [cited, setCited] = useState<readonly string[]>([]);
  const { patient, title, warnings, findings, statements, coverage } = document;
  const remove = useDeletion('documents', document.id);
  const name = nameOf(document) || t('today.unnamed');
  const ask = { title: t('delete.title', { name }), text: t('delete.documentText'), confirm: t('delete.delete') };
  return (
    <Page
      title={name}
      subtitle={dotted(patient?.name && title, patient?.identifier, t(`form.${document.form}`))}
      width="wide"
      actions={
        <ActionButton
          scope="clinical"
          icon={IconTrash}
          variant="default"
          action={remove}
          ask={{ ...ask, color: 'red' }}
        >
          {t('delete.delete')}
        </ActionButton>
      }
    >
      {warnings.length > 0 && (
        <Box mb="1.25rem">
          <Notice tone="warn" icon={IconAlertTriangle} title={t('document.check', { count: warnings.length })}>
            {warnings.map((warning) => (
              <span key={warning}>{warningText(warning)}</span>
            ))}
          </Notice>
        </Box>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="2rem" style={{ alignItems: 'start' }}>
        <ShowEvidence value={setCited}>
          <Stack gap="2rem">
            {findings.length > 0 && (
              <Section title={t('document.findings')}>
                <Findings findings={findings} />
              </Section>
            )}
            <Section title={t('document.summary')}>
              {statements.length === 0 && <Text c="dimmed">{t('document.nothing')}</Text>}
              <Stack component="ul" gap="0.35rem">
                {statements.map(({ text, evidence, grounded, doubts }) => (
                  <li key={`${evidence.join()} ${text}`}>
                    <Citing evidence={evidence}>{text}</Citing>
                    {!grounded && (
                      <Text size="xs" c="var(--cs-warn)">
                        {doubts.map((doubt) => t(`doubt.${doubt}`, { defaultValue: doubt })).join(' ')}
                      </Text>
                    )}
                  </li>
                ))}
              </Stack>
            </Section>
            {coverage.unmentioned !== null && (
              <Section title={t('unmentioned.title_document')}>
                <UnmentionedPane of="document" entries={coverage.unmentioned} language={coverage.language} />
              </Section>
            )}
          </Stack>
        </ShowEvidence>
        <SourcePane document={document} cited={cited} />
      </SimpleGrid>
    </Page>
  );
}

const columns = ['test', 'value', 'range', 'flag'] as const;

function Findings({ findings }: Pick<Document, 'findings'>) {
  const { t } = useTexts('clinical');
  const body = findings.map(({ name, value, unit, range, flag, evidence }) => [
    <Citing key="name" evidence={evidence}>
      {name}
    </Citing>,
    [value, unit].filter((part) => part !== null).join(' '),
    range ?? '–',
    <StatusBadge key="flag" tone="bad">
      {flag}
    </StatusBadge>,
  ]);
  return (
    <Table.ScrollContainer minWidth={340}>
      <Table verticalSpacing={6} data={{ head: columns.map((column) => t(`document.${column}`)), body }} />
    </Table.ScrollContainer>
  );
}

interface Props {
  readonly document: Document;
  /** Ids of passages. */
  readonly cited: readonly string[];
}

/** The PDF reader is large, and loaded by those who look at a PDF alone. */
const PdfPage = lazy(() => import('./pdf-page.tsx').then((module) => ({ default: module.PdfPage })));

/** The document as it was sent, if it is kept, and its text; what is cited is opened and marked in both. */
function SourcePane({ document, cited }: Props) {
  const { t } = useTexts('clinical');
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
  const { t } = useTexts('clinical');
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
  const { t } = useTexts('clinical');
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
