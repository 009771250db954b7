import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { wordsContract } from '../contract/words.ts';
import { type StoreOpener, storeContract } from '../contract.ts';
import { storeSurvivesKills } from '../testing/crash.ts';
import { storeProperties } from '../testing/properties.ts';
import postgres from './index.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();

const open: StoreOpener = async (folder) => {
  const { settings, holds } = shared();
  const { instance, stop } = await startProvider(Store, postgres, { with: settings(folder), dataFolder: folder });
  return { store: instance, holds: (text) => holds(folder, text), stop };
};

storeContract('postgres', open);
wordsContract(open);
storeProperties('postgres', open);
storeSurvivesKills(postgres, new URL('./index.ts', import.meta.url).href, (folder) => shared().settings(folder));
