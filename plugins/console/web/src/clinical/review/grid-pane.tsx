import { Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EvidenceRow } from './evidence-row.tsx';
import factsClasses from './facts.module.css';
import classes from './grid.module.css';
import type { Transcript } from './record-query.ts';
import { Spine } from './spine.tsx';

/** The levels that were spoken of, as a picture and a table, with completeness and codes, each with its words. */
export function GridPane(props: {
  readonly record: Transcript;
  readonly onShow: (evidence: readonly string[]) => void;
}) {
  const { t } = useTranslation('clinical');
  const { grid = [], completeness, codes = [] } = props.record;
  const score = (value: number | null) => (value === null ? '–' : String(value));
  return (
    <div className={factsClasses.facts}>
      <div className={classes.gridTop}>
        <Spine rows={grid} onShow={props.onShow} />
        <div className={classes.gridTable}>
          {grid.length === 0 ? (
            <Text c="dimmed">{t('grid.empty')}</Text>
          ) : (
            <Table.ScrollContainer minWidth={380}>
              <Table verticalSpacing={6}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('grid.level')}</Table.Th>
                    <Table.Th>{t('grid.findings')}</Table.Th>
                    <Table.Th>{t('grid.technique')}</Table.Th>
                    <Table.Th>{t('grid.pain')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {grid.map((row) => (
                    <Table.Tr key={`${row.level} ${row.side ?? ''}`}>
                      <Table.Td>
                        <button type="button" className={classes.level} onClick={() => props.onShow(row.evidence)}>
                          {row.level}
                        </button>
                        {row.side !== null && (
                          <Text size="xs" c="dimmed">
                            {t(`side.${row.side}`)}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>{row.findings.map(({ element, value }) => `${element}: ${value}`).join('; ')}</Table.Td>
                      <Table.Td>
                        {row.adjusted ? (row.technique ?? t('grid.adjusted')) : t('grid.notAdjusted')}
                      </Table.Td>
                      <Table.Td>
                        {score(row.vas_before)} → {score(row.vas_after)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </div>
      </div>
      {completeness !== undefined && (
        <section aria-labelledby="grid-completeness">
          <Title order={3} id="grid-completeness" className={factsClasses.factsHead}>
            {t('grid.completeness')}
          </Title>
          {completeness.missing.length > 0 && (
            <p className={classes.missing}>{t('grid.missing', { list: completeness.missing.join(', ') })}</p>
          )}
          <ul className={factsClasses.factList}>
            {completeness.findings.map(({ element, value, evidence }) => (
              <EvidenceRow
                key={`${element} ${value}`}
                text={value}
                detail={element}
                evidence={evidence}
                onShow={props.onShow}
              />
            ))}
          </ul>
        </section>
      )}
      {codes.length > 0 && (
        <section aria-labelledby="grid-codes">
          <Title order={3} id="grid-codes" className={factsClasses.factsHead}>
            {t('grid.codes')}
          </Title>
          <Text size="sm" c="dimmed" mb={6}>
            {t('grid.codesText')}
          </Text>
          <ul className={factsClasses.factList}>
            {codes.map(({ system, code, evidence }) => (
              <EvidenceRow
                key={`${system} ${code}`}
                text={code}
                detail={system}
                evidence={evidence}
                onShow={props.onShow}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
