import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { journalContract } from '../contract.ts';
import { Journal } from '../journal/kind.ts';
import postgres from './index.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();

journalContract('postgres', async (folder) => {
  const { settings, holds } = shared();
  const { instance, provided, stop } = await startProvider(Store, postgres, {
    with: settings(folder),
    dataFolder: folder,
  });
  return { store: instance, journal: provided(Journal), holds: (text) => holds(folder, text), stop };
});
