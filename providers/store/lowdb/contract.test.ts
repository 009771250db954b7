import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { type StoreOpener, storeContract } from '../contract.ts';
import { storeSurvivesKills } from '../testing/crash.ts';
import { storeProperties } from '../testing/properties.ts';
import lowdb from './index.ts';

const open: StoreOpener = async (folder) => {
  const { instance, stop } = await startProvider(Store, lowdb, { dataFolder: folder });
  return { store: instance, stop };
};

storeContract('lowdb', open);
storeProperties('lowdb', open);
storeSurvivesKills(lowdb, new URL('./index.ts', import.meta.url).href);
