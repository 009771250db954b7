import { Group, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Notice } from '../../shared/notice.tsx';
import type { paths } from '../../shared/openapi.ts';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { nameOf } from '../patient-name.ts';
import classes from './document.module.css';

type Document = paths['/api/v1/documents/{id}']['get']['responses'][200]['content']['application/json'];

const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: () => read(api.GET('/api/v1/documents/{id}', { params: { path: { id } } })),
  });

/** `/clinical/documents/$id`: what was found in a document, beside its text; a citation leads to its page. */
export function DocumentPage() {
  const { id } = useParams({ from: '/signed-in/clinical/documents/$id' });
  const query = useQuery(documentQuery(id));
  return <QueryState query={query}>{(document) => <DocumentView document={document} />}</QueryState>;
}

function DocumentView({ document }: { readonly document: Document }) {
  const { t } = useTranslation('clinical');
  const [cited, setCited] = useState<readonly string[]>([]);
  const { patient, title, warnings, findings, statements } = document;
  const details = [patient?.name === undefined ? undefined : title, patient?.identifier, t(`form.${document.form}`)];
  return (
    <Page
      title={nameOf(document) || t('today.unnamed')}
      subtitle={details.filter((part) => part !== undefined && part !== '').join(' · ')}
      width="wide"
    >
      {warnings.length > 0 && (
        <div className={classes.warnings}>
          <Notice tone="warn" icon={IconAlertTriangle} title={t('document.check', { count: warnings.length })}>
            {warnings.map((warning) => (
              <span key={warning}>{warning}</span>
            ))}
          </Notice>
        </div>
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
                  <button type="button" className={classes.statement} onClick={() => setCited(evidence)}>
                    {text}
                  </button>
                  {!grounded && (
                    <Text size="xs" className={classes.doubt}>
                      {doubts.map((doubt) => t(`doubt.${doubt}`, { defaultValue: doubt })).join(' ')}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </section>
        </div>
        <Passages document={document} cited={cited} />
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
                <button type="button" className={classes.statement} onClick={() => props.onCite(evidence)}>
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

/** The text of the document, page by page; what is cited is marked, and scrolled to. */
function Passages({ document, cited }: { readonly document: Document; readonly cited: readonly string[] }) {
  const { t } = useTranslation('clinical');
  const box = useRef<HTMLElement>(null);
  const first = cited[0];
  useEffect(() => {
    if (first === undefined) return;
    box.current?.querySelector(`[data-id="${CSS.escape(first)}"]`)?.scrollIntoView({ block: 'center' });
  }, [first]);
  const pages = Map.groupBy(document.passages, ({ file, page }) => `${file} ${page}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={box} className={classes.passages} aria-label={t('document.text')} tabIndex={0}>
      {document.passages.length === 0 && <Text c="dimmed">{t('document.noText')}</Text>}
      {[...pages.values()].map((passages) => {
        const [{ file, page } = { file: 0, page: 1 }] = passages;
        return (
          <div key={`${file} ${page}`} className={classes.paper}>
            <Group justify="flex-end">
              <Text size="xs" c="dimmed">
                {t('document.page', { file: file + 1, page })}
              </Text>
            </Group>
            {passages.map(({ id, text }) => (
              <p key={id} data-id={id} data-cited={cited.includes(id)}>
                {text}
              </p>
            ))}
          </div>
        );
      })}
    </section>
  );
}
