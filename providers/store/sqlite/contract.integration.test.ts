import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { wordsContract } from '../contract/words.ts';
import {
  archiveContract,
  isInFiles,
  type JournalOpener,
  journalContract,
  type StoreOpener,
  storeContract,
} from '../contract.ts';
import { Journal } from '../journal/kind.ts';
import { storeSurvivesKills } from '../testing/crash.ts';
import { movable } from '../testing/movable.ts';
import { storeProperties } from '../testing/properties.ts';
import sqlite from './index.ts';

const open: StoreOpener = async (folder) => {
  const { instance, stop } = await startProvider(Store, sqlite, { dataFolder: folder });
  return { store: instance, holds: (text) => isInFiles(folder, text), stop };
};

const openJournal: JournalOpener = async (folder) => {
  const { instance, provided, stop } = await startProvider(Store, sqlite, { dataFolder: folder });
  return { store: instance, journal: provided(Journal), holds: (text) => isInFiles(folder, text), stop };
};

storeContract('sqlite', open);
wordsContract(open);
journalContract('sqlite', openJournal);
archiveContract('sqlite', movable(sqlite));
storeProperties('sqlite', open);
storeSurvivesKills(sqlite, new URL('./index.ts', import.meta.url).href);
