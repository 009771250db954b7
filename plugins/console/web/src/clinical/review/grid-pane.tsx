import { Anchor, Box, Flex, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EvidenceList, EvidenceRow } from './evidence-row.tsx';
import type { Transcript } from './record-query.ts';
import { Spine } from './spine.tsx';

const columns = ['level', 'findings', 'technique', 'pain'] as const;

/** The levels that were spoken of, as a picture and a table, with completeness and codes, each with its words. */
export function GridPane(props: {
  readonly record: Transcript;
  readonly onShow: (evidence: readonly string[]) => void;
}) {
  const { t } = useTranslation('clinical');
  const { grid = [], completeness, codes = [] } = props.record;
  const score = (value: number | null) => (value === null ? '–' : String(value));
  return (
    <Box p="1rem 1.25rem 3rem">
      <Flex wrap="wrap" gap="md">
        <Spine rows={grid} onShow={props.onShow} />
        <Box flex="1 1 20rem" miw={0}>
          {grid.length === 0 ? (
            <Text c="dimmed">{t('grid.empty')}</Text>
          ) : (
            <Table.ScrollContainer minWidth={380}>
              <Table verticalSpacing={6}>
                <Table.Thead>
                  <Table.Tr>
                    {columns.map((column) => (
                      <Table.Th key={column}>{t(`grid.${column}`)}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {grid.map((row) => (
                    <Table.Tr key={`${row.level} ${row.side ?? ''}`}>
                      <Table.Td>
                        <Anchor
                          component="button"
                          type="button"
                          inherit
                          c="inherit"
                          fw={620}
                          mih="1.5rem"
                          onClick={() => props.onShow(row.evidence)}
                        >
                          {row.level}
                        </Anchor>
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
        </Box>
      </Flex>
      {completeness !== undefined && (
        <EvidenceList
          title={t('grid.completeness')}
          note={
            completeness.missing.length > 0 && (
              <Text mb="0.5rem" p="0.4rem 0.75rem" bdrs="md" bg="var(--cs-warn-soft)" c="var(--cs-warn)">
                {t('grid.missing', { list: completeness.missing.join(', ') })}
              </Text>
            )
          }
        >
          {completeness.findings.map(({ element, value, evidence }) => (
            <EvidenceRow
              key={`${element} ${value}`}
              text={value}
              detail={element}
              evidence={evidence}
              onShow={props.onShow}
            />
          ))}
        </EvidenceList>
      )}
      {codes.length > 0 && (
        <EvidenceList
          title={t('grid.codes')}
          note={
            <Text size="sm" c="dimmed" mb={6}>
              {t('grid.codesText')}
            </Text>
          }
        >
          {codes.map(({ system, code, evidence }) => (
            <EvidenceRow
              key={`${system} ${code}`}
              text={code}
              detail={system}
              evidence={evidence}
              onShow={props.onShow}
            />
          ))}
        </EvidenceList>
      )}
    </Box>
  );
}
