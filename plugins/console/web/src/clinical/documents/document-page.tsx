import { Box, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { ActionButton } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { QueryState } from '../../shared/list.tsx';
import { Notice } from '../../shared/notice.tsx';
import { Page, Section } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { useDeletion } from '../delete-record.ts';
import { nameOf } from '../naming.ts';
import { useNeighbours } from '../neighbours.ts';
import { Citing, ShowEvidence } from '../review/evidence-row.tsx';
import { UnmentionedPane } from '../review/unmentioned-pane.tsx';
import { useWarningText } from '../warning-text.ts';
import { SourcePane } from './source-pane.tsx';

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
  const { t } = useTranslation('clinical');
  useNeighbours(document);
  const warningText = useWarningText();
  const [cited, setCited] = useState<readonly string[]>([]);
  const { patient, title, warnings, findings, statements, coverage } = document;
  const remove = useDeletion('documents', document.id);
  const name = nameOf(document) || t('today.unnamed');
  const ask = { title: t('delete.title', { name }), text: t('delete.documentText'), confirm: t('delete.delete') };
  const details = [patient?.name === undefined ? undefined : title, patient?.identifier, t(`form.${document.form}`)];
  return (
    <Page
      title={name}
      subtitle={details.filter((part) => part !== undefined && part !== '').join(' · ')}
      width="wide"
      actions={
        <MayChange scope="clinical">
          <ActionButton icon={IconTrash} variant="default" action={remove} ask={{ ...ask, color: 'red' }}>
            {t('delete.delete')}
          </ActionButton>
        </MayChange>
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
  const { t } = useTranslation('clinical');
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
