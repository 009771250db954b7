import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import { consolePages, notePanels, type PluginContext, route, runCards } from 'chronoscribe';
import { consoleIcons, mayCall } from 'chronoscribe/host';
import { exportFormats } from 'chronoscribe/kinds/transcripts';
import type { ExtensionPoint, PluginAuth } from 'chronoscribe/types';
import { z } from 'zod';
import { requireSession } from './sessions/current.ts';
import { broughtBy } from './sessions/roles.ts';
import type { Identity, SessionRegistry } from './sessions/sessions.ts';

const part = {
  plugin: z.string().describe('The name of the plugin that brings it'),
  module: z.string().describe('The path of the ES module that draws it'),
  label: z.record(z.string(), z.string()).describe('What it is called, by language; `en` is always there'),
  icon: z.enum(consoleIcons).describe('The name of its icon'),
  may_change: z.boolean().describe('Whether the session changes what it shows; a viewer only reads'),
};

const Page = z.object({ ...part, path: z.string().describe('Of its screen, below `/console/pages/`') });
const Card = z.object({ ...part, workflows: z.array(z.string()).describe('The workflows of these runs') });

const Named = z.object({
  name: z.string().describe('In two words: `appointments.book`'),
  about: z.string().describe('What it allows'),
});

const Offered = z.object({
  pages: z.array(Page).describe('In the menu'),
  panels: z.array(z.object(part)).describe('Beside the note of a visit'),
  cards: z.array(Card).describe('On runs'),
  formats: z.array(z.string()).readonly().describe('In which records are exported, by their names'),
  scopes: z.array(Named).readonly().describe('Scopes that can be given to keys and people'),
  roles: z.array(Named).readonly().describe('Roles that can be given to people'),
});

/** @throws Error if two pages have one path */
export function consoleExtensions(
  extensions: PluginContext<unknown, Record<never, never>>['extensions'],
  sessions: SessionRegistry,
) {
  const modules = new Map<string, URL>();
  const placed = <T extends { readonly module: URL; readonly auth?: PluginAuth | undefined }>(
    point: ExtensionPoint<T>,
  ) =>
    extensions(point).map(({ plugin, auth: usual, value: { module, auth = usual, ...rest } }) => {
      const folder = createHash('sha256').update(module.href).digest('hex').slice(0, 8);
      const path = `modules/${encodeURIComponent(plugin)}/${folder}/${basename(module.pathname)}`;
      modules.set(path, module);
      return { auth, shown: { ...rest, plugin, module: `/console/${path}` } };
    });
  const [pages, panels, cards] = [placed(consolePages), placed(notePanels), placed(runCards)];
  for (const [path, [first, second]] of Map.groupBy(pages, ({ shown }) => shown.path)) {
    if (first === undefined || second === undefined) continue;
    const plugins = `${first.shown.plugin} and ${second.shown.plugin}`;
    throw new Error(`the page "${path}" of the console is added by ${plugins}: change the path of one`);
  }
  const offered = <T>(
    all: readonly { readonly auth: PluginAuth; readonly shown: T }[],
    { scopes, readOnly = [] }: Identity,
  ) => {
    const changing = scopes.filter((scope) => !readOnly.includes(scope));
    const visible = all.filter(({ auth }) => mayCall(scopes, auth));
    return visible.map(({ auth, shown }) => ({ ...shown, may_change: mayCall(changing, auth) }));
  };
  return {
    modules,
    route: route({
      method: 'GET',
      path: '/api/v1/console/extensions',
      auth: 'session',
      summary: 'List what plugins add to the console',
      response: Offered,
      handle: async ({ headers }) => {
        const { identity } = await requireSession(sessions, { method: 'GET', headers });
        return {
          pages: offered(pages, identity),
          panels: offered(panels, identity),
          cards: offered(cards, identity),
          formats: extensions(exportFormats).map(({ value: { name } }) => name),
          ...broughtBy(extensions),
        };
      },
    }),
  };
}
