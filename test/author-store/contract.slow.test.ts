import { Archive, Store } from 'chronoscribe';
import { archiveContract, isInFiles, journalContract, storeContract } from 'chronoscribe/contracts/store';
import { Journal } from 'chronoscribe/kinds/journal';
import { startProvider } from 'chronoscribe/testing';
import shoebox from './store.ts';

const open = async (folder: string) => {
  const { instance, provided, stop } = await startProvider(Store, shoebox, { dataFolder: folder });
  const holds = (text: string) => isInFiles(folder, text);
  return { store: instance, journal: provided(Journal), archive: provided(Archive), holds, stop };
};

storeContract('of somebody else', open);
journalContract('of somebody else', open);
archiveContract('of somebody else', open);
