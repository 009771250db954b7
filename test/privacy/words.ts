/**
 * Words that stand nowhere but where they are put here: what was said, shown, asked for, corrected, and what files were
 * called.
 */
export const words = {
  said: { sound: 'zygomaticus', captions: 'borborygmus', grid: 'spondylolisthesis', batch: 'otorrhagia' },
  shown: { image: 'Hydrocodone', page: 'thyroglossal', scan: 'Levothyroxine', title: 'xanthelasma' },
  asked: {
    note: 'quercitron',
    grid: 'floccinaucity',
    image: 'absquatulate',
    pdf: 'callipygian',
    batch: 'ultracrepidary',
  },
  called: {
    sound: 'Featherstone',
    captions: 'Cholmondeley',
    grid: 'Wriothesley',
    image: 'Beauchamp',
    pdf: 'Marjoribanks',
    batch: 'Mainwaring',
  },
  people: { patient: 'Gwenllian', identifier: 'QXZ774', clinician: 'Featherstonhaugh', reason: 'horripilation' },
  signed: { statement: 'susurration', addendum: 'tatterdemalion', patient: 'Pargetter' },
  changed: { segment: 'sphenopalatine', speaker: 'Tollemache', wish: 'kakorrhaphio' },
  failed: {
    said: 'syncytiotrophoblast',
    asked: 'sesquipedalian',
    called: 'Althorp',
    wish: 'honorificabili',
    broken: 'Belvoir',
  },
  refused: {
    content: 'pulchritudinous',
    asked: 'mumpsimus',
    called: 'Leveson',
    field: 'tergiversate',
    segment: 'gallimaufry',
  },
  cancelled: { said: 'blatherskite', asked: 'gobemouche', called: 'Dalziel' },
} as const;

/** All of them. */
export const everyWord: readonly string[] = Object.values(words).flatMap((group) => Object.values(group));
