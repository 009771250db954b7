import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
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
import lowdb from './index.ts';

const open: StoreOpener = async (folder) => {
  const { instance, stop } = await startProvider(Store, lowdb, { dataFolder: folder });
  return { store: instance, holds: (text) => isInFiles(folder, text), stop };
};

const openJournal: JournalOpener = async (folder) => {
  const { instance, provided, stop } = await startProvider(Store, lowdb, { dataFolder: folder });
  return { store: instance, journal: provided(Journal), holds: (text) => isInFiles(folder, text), stop };
};

storeContract('lowdb', open);
journalContract('lowdb', openJournal);
archiveContract('lowdb', movable(lowdb));
storeProperties('lowdb', open);
storeSurvivesKills(lowdb, new URL('./index.ts', import.meta.url).href);
