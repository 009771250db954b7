import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { type StoreOpener, storeContract } from '../contract.ts';
import { storeSurvivesKills } from '../testing/crash.ts';
import { storeProperties } from '../testing/properties.ts';
import sqlite from './index.ts';

const open: StoreOpener = async (folder) => {
  const { instance, stop } = await startProvider(Store, sqlite, { dataFolder: folder });
  return { store: instance, stop };
};

storeContract('sqlite', open);
storeProperties('sqlite', open);
storeSurvivesKills(sqlite, new URL('./index.ts', import.meta.url).href);
