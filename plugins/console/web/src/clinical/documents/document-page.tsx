import { Box, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, api } from '../../shared/api.ts';
import { QueryState } from '../../shared/list.tsx';
import { Notice } from '../../shared/notice.tsx';
import { Page } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { UnmentionedPane } from '../review/unmentioned-pane.tsx';
import { nameOf } from '../visit-fields.tsx';
import classes from './document.module.css';
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
  const [cited, setCited] = useState<readonly string[]>([]);
  const { patient, title, warnings, findings, statements, coverage } = document;
  const details = [patient?.name === undefined ? undefined : title, patient?.identifier, t(`form.${document.form}`)];
  return (
    <Page
      title={nameOf(document) || t('today.unnamed')}
      subtitle={details.filter((part) => part !== undefined && part !== '').join(' · ')}
      width="wide"
    >
      {warnings.length > 0 && (
        <Box mb="1.25rem">
          <Notice tone="warn" icon={IconAlertTriangle} title={t('document.check', { count: warnings.length })}>
            {warnings.map((warning) => (
              <span key={warning}>{warning}</span>
            ))}
          </Notice>
        </Box>
      )}
      <div className={classes.columns}>
        <div>
          {findings.length > 0 && (
            <section className={classes.part} aria-labelledby="findings">
              <Title order={2} id="findings">
                {t('document.findings')}
              </Title>
              <Findings findings={findings} onCite={setCited} />
            </section>
          )}
          <section className={classes.part} aria-labelledby="summary">
            <Title order={2} id="summary">
              {t('document.summary')}
            </Title>
            {statements.length === 0 && <Text c="dimmed">{t('document.nothing')}</Text>}
            <ul className={classes.statements}>
              {statements.map(({ text, evidence, grounded, doubts }) => (
                <li key={`${evidence.join()} ${text}`}>
                  <button type="button" className={classes.statement} dir="auto" onClick={() => setCited(evidence)}>
                    {text}
                  </button>
                  {!grounded && (
                    <Text size="xs" c="var(--cs-warn)">
                      {doubts.map((doubt) => t(`doubt.${doubt}`, { defaultValue: doubt })).join(' ')}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </section>
          {coverage.unmentioned !== null && (
            <section className={classes.part} aria-labelledby="unmentioned">
              <Title order={2} id="unmentioned">
                {t('unmentioned.title', { context: 'document' })}
              </Title>
              <UnmentionedPane
                of="document"
                entries={coverage.unmentioned}
                language={coverage.language}
                onShow={setCited}
              />
            </section>
          )}
        </div>
        <SourcePane document={document} cited={cited} />
      </div>
    </Page>
  );
}

function Findings(props: {
  readonly findings: Document['findings'];
  readonly onCite: (evidence: readonly string[]) => void;
}) {
  const { t } = useTranslation('clinical');
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('document.test')}</Table.Th>
            <Table.Th>{t('document.value')}</Table.Th>
            <Table.Th>{t('document.range')}</Table.Th>
            <Table.Th>{t('document.flag')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.findings.map(({ name, value, unit, range, flag, page, evidence }) => (
            <Table.Tr key={`${name} ${page} ${value}`}>
              <Table.Td>
                <button type="button" className={classes.statement} dir="auto" onClick={() => props.onCite(evidence)}>
                  {name}
                </button>
              </Table.Td>
              <Table.Td>{[value, unit].filter((part) => part !== null).join(' ')}</Table.Td>
              <Table.Td>{range ?? '–'}</Table.Td>
              <Table.Td>
                <StatusBadge tone="bad">{flag}</StatusBadge>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
