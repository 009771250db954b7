import { type Cluster, defineCollection, Problem, type Route, route, type Store } from 'chronoscribe';
import { requireSeen, SeenVersion, WrittenVersion } from 'chronoscribe/host';
import { TemplateSections } from 'chronoscribe/kinds/transcripts';
import { z } from 'zod';
import { TemplateName } from './template-settings.ts';

/** A template that somebody wrote while the host ran, beside those of the configuration. */
const writtenTemplates = defineCollection({
  name: 'written_templates',
  schema: z.object({
    /** The account and the name. */
    id: z.string(),
    account: z.string(),
    name: z.string(),
    sections: TemplateSections,
    /** No other change has the same. */
    version: z.int(),
    /** Wall time in milliseconds since 1970. */
    changedAt: z.number(),
    /** Who wrote it, see `Call.by`. */
    by: z.string(),
  }),
  indexes: [['account']],
});

const maxPerAccount = 100;

const idOf = (account: string, name: string) => `${account}/${name}`;

export type WrittenTemplateList = Awaited<ReturnType<typeof openWrittenTemplates>>;

/** The templates that people have written. Each use reads them anew, so that all hosts have the same. */
export async function openWrittenTemplates(store: Store, cluster: Cluster) {
  await store.prepare(writtenTemplates);
  const list = async (account: string) => (await store.find(writtenTemplates, { equals: { account } })).items;
  return {
    list,
    /** @returns its version @throws Problem `version-conflict`, `too-many-templates` */
    write: (
      {
        account,
        name,
        sections,
        by,
      }: Pick<Awaited<ReturnType<typeof list>>[number], 'account' | 'name' | 'sections' | 'by'>,
      seen: SeenVersion,
    ): Promise<number> => {
      const changedAt = cluster.now();
      return store.transaction(async (documents) => {
        const id = idOf(account, name);
        const present = await documents.get(writtenTemplates, id);
        requireSeen(name, seen, present);
        const { items } = await documents.find(writtenTemplates, { equals: { account } });
        if (present === undefined && items.length >= maxPerAccount) {
          const detail = `This account has ${maxPerAccount} templates already. Delete one that is no longer needed.`;
          throw new Problem('too-many-templates', { status: 409, detail });
        }
        const version = await documents.next('written-templates');
        await documents.put(writtenTemplates, { id, account, name, sections, version, changedAt, by });
        return version;
      });
    },
    /** @throws Problem `not-found`, `version-conflict` */
    remove: (account: string, name: string, seen: SeenVersion): Promise<void> =>
      store.transaction(async (documents) => {
        const present = await documents.get(writtenTemplates, idOf(account, name));
        if (present === undefined) {
          throw new Problem('not-found', { detail: `Nobody has written a template "${name}".` });
        }
        requireSeen(name, seen, present);
        await documents.delete(writtenTemplates, present.id);
      }),
  };
}

/** Routes that write and delete templates. @param isConfigured whether the configuration has one of the name */
export function writtenTemplateRoutes(
  written: WrittenTemplateList,
  isConfigured: (name: string) => boolean,
): readonly Route[] {
  const shared = {
    path: '/api/v1/templates/{name}',
    auth: 'admin',
    // What sections a note has gives nobody access to anything.
    confirm: false,
  } as const;
  return [
    route({
      ...shared,
      method: 'PUT',
      summary: 'Write a template of notes, or change one that was written',
      description:
        'For the account, from now on. One with the name of a bundled template stands in its place; what the configuration has is changed there alone. Notes that were written by it stay as they are.',
      request: z.object({ sections: TemplateSections.describe('Its sections, in their order'), version: SeenVersion }),
      response: WrittenVersion,
      problems: ['invalid-request', 'template-configured', 'version-conflict', 'too-many-templates'],
      async handle({ account, by, path: { name }, input: { sections, version: seen } }) {
        const wrong = TemplateName.safeParse(name).error?.issues[0]?.message;
        if (wrong !== undefined) {
          const errors = [{ in: 'path', path: ['name'], detail: wrong, type: 'wrong' }] as const;
          throw new Problem('invalid-request', { detail: `name: ${wrong}`, errors });
        }
        if (isConfigured(name)) {
          const detail = `The configuration has a template "${name}". Change it there, or choose another name.`;
          throw new Problem('template-configured', { status: 409, detail });
        }
        return { version: await written.write({ account, name, sections, by }, seen) };
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      summary: 'Delete a template that was written',
      description: 'A bundled one of the same name is used again. Notes that were written by it stay as they are.',
      request: z.object({ version: SeenVersion }),
      response: z.null(),
      status: 204,
      problems: ['not-found', 'version-conflict'],
      async handle({ account, path: { name }, input: { version: seen } }) {
        await written.remove(account, name, seen);
        return null;
      },
    }),
  ];
}
