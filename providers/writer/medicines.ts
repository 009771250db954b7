import { words } from './words.ts';

/** Endings that the names of medicines share (WHO, "The use of stems in the selection of international nonproprietary names"), and beginnings. */
const ending =
  /(?:olol|pril|sartan|statin|dipine|cillin|mycin|micin|floxacin|onazole|prazole|nidazole|tidine|azepam|azolam|oxetine|triptyline|caine|codone|codeine|morphine|morphone|gliptin|gliflozin|glutide|glitazone|formin|thiazide|semide|parin|xaban|gatran|grel|grelor|dronate|profen|coxib|fenac|triptan|setron|avir|ovir|mab|tinib|asone|isone|isolone|inolone|esonide|terol|tropium|lukast|zepine|peridone|piprazole|apine|barbital|cycline|vudine|nafil|dalafil|zosin|ulosin|pentin|gabalin|traline|alopram|faxine|azodone|thyroxine|penem)$/;
const beginning = /^(?:cef|sulfa)[a-z]{4,}$/;

/** Names without such a part. */
const others: ReadonlySet<string> = new Set(
  `insulin aspirin acetaminophen paracetamol warfarin digoxin naproxen tramadol fentanyl methadone lithium clonidine hydralazine nitroglycerin spironolactone
  allopurinol colchicine methotrexate zolpidem diphenhydramine cyclobenzaprine hydroxychloroquine levetiracetam phenytoin topiramate valproate lamotrigine
  bupropion buspirone melatonin loratadine famotidine sucralfate ondansetron nitrofurantoin trimethoprim oxybutynin estradiol progesterone testosterone`.split(
    /\s+/,
  ),
);

/** Trade names and the medicine in them. */
const trade: ReadonlyMap<string, string> = new Map(
  `tylenol:acetaminophen paracetamol:acetaminophen advil:ibuprofen motrin:ibuprofen aleve:naproxen naprosyn:naproxen asa:aspirin lasix:furosemide lipitor:atorvastatin
  crestor:rosuvastatin zocor:simvastatin zoloft:sertraline prozac:fluoxetine lexapro:escitalopram celexa:citalopram wellbutrin:bupropion cymbalta:duloxetine
  effexor:venlafaxine norvasc:amlodipine diovan:valsartan cozaar:losartan zestril:lisinopril glucophage:metformin lantus:insulin humalog:insulin coumadin:warfarin
  eliquis:apixaban xarelto:rivaroxaban plavix:clopidogrel prilosec:omeprazole nexium:esomeprazole pepcid:famotidine synthroid:levothyroxine ventolin:albuterol
  proventil:albuterol salbutamol:albuterol singulair:montelukast zyrtec:cetirizine claritin:loratadine benadryl:diphenhydramine xanax:alprazolam ativan:lorazepam
  klonopin:clonazepam valium:diazepam ambien:zolpidem neurontin:gabapentin lyrica:pregabalin flexeril:cyclobenzaprine ultram:tramadol keppra:levetiracetam
  dilantin:phenytoin zofran:ondansetron bactrim:sulfamethoxazole augmentin:amoxicillin`
    .split(/\s+/)
    .map((pair): [string, string] => {
      const [name = '', medicine = ''] = pair.split(':');
      return [name, medicine];
    }),
);
const known: ReadonlySet<string> = new Set([...others, ...trade.values()]);

/** The medicine that a word, in lower case, names, under its common name; undefined where it names none that can be told by it. */
export function medicineOf(word: string): string | undefined {
  const name = trade.get(word) ?? word;
  if (known.has(name)) return name;
  return name.length > 5 && name !== 'cholesterol' && (ending.test(name) || beginning.test(name)) ? name : undefined;
}

/** Whether a statement names a medicine that its source does not name. */
export function namesOtherMedicine(source: string, statement: string): boolean {
  const said = medicinesIn(source);
  return [...medicinesIn(statement)].some((medicine) => !said.has(medicine));
}

function medicinesIn(text: string): ReadonlySet<string> {
  return new Set(words(text).flatMap((word) => medicineOf(word) ?? []));
}
