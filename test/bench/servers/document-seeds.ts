import { definePlugin } from 'chronoscribe';
import { DocumentRecords } from 'chronoscribe/kinds/document-records';
import { coverageOf } from 'chronoscribe/kinds/grounding';
import { proofOf } from 'chronoscribe/kinds/writer';

/** How many records the plugin makes. */
const count = 1000;

/** Fills the default account with records of a page of text each, before the host listens. */
export default definePlugin({
  name: 'document-seeds',
  auth: 'clinical',
  needs: { documents: DocumentRecords },
  async start({ needs: { documents } }) {
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const passages = numbers.map((number) => ({
      id: `p${number}`,
      file: 0,
      page: 1,
      text: 'Potassium is high. '.repeat(8),
    }));
    const statements = passages.map(({ id, text }) => ({
      text,
      evidence: [id],
      grounded: true,
      doubts: [],
      ...proofOf({}),
    }));
    const content = {
      ...{
        form: 'pdf' as const,
        answer: { summary: 'Potassium is high.' },
        passages,
        statements,
        language: 'en',
        findings: [],
      },
      ...{
        facts: [],
        coverage: coverageOf([], { language: 'en', unmentioned: [] }),
        warnings: ['Check the potassium'],
      },
      providers: { reader: null, writer: { provider: 'extractive', model: null, version: null } },
    };
    await Promise.all(
      Array.from({ length: count }, (_, createdAt) =>
        documents.save({ id: crypto.randomUUID(), account: 'default', createdAt, content }),
      ),
    );
    return {};
  },
  routes: () => [],
});
