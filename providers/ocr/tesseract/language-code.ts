/** Tesseract's names for languages: mostly the three letters of ISO 639-2, by the two of ISO 639-1 (tesseract-ocr.github.io, Data-Files). */
const codes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'af afr,am amh,ar ara,as asm,az aze,be bel,bg bul,bn ben,bo bod,br bre,bs bos,ca cat,co cos,cs ces,cy cym,da dan,de deu,dv div,dz dzo,el ell,en eng,eo epo,' +
    'es spa,et est,eu eus,fa fas,fi fin,fo fao,fr fra,fy fry,ga gle,gd gla,gl glg,gu guj,he heb,hi hin,hr hrv,ht hat,hu hun,hy hye,id ind,is isl,it ita,iu iku,' +
    'ja jpn,jv jav,ka kat,kk kaz,km khm,kn kan,ko kor,ku kur,ky kir,la lat,lb ltz,lo lao,lt lit,lv lav,mi mri,mk mkd,ml mal,mn mon,mr mar,ms msa,mt mlt,my mya,' +
    'nb nor,ne nep,nl nld,nn nor,no nor,oc oci,or ori,pa pan,pl pol,ps pus,pt por,qu que,ro ron,ru rus,sa san,sd snd,si sin,sk slk,sl slv,sq sqi,sr srp,su sun,' +
    'sv swe,sw swa,ta tam,te tel,tg tgk,th tha,ti tir,to ton,tr tur,tt tat,ug uig,uk ukr,ur urd,uz uzb,vi vie,yi yid,yo yor'
  )
    .split(',')
    .map((pair) => pair.split(' ')),
);

/** How Tesseract calls the language of a BCP 47 tag; undefined where it is not known to read it. */
export function languageCode(tag: string): string | undefined {
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === 'zh') return script === 'Hant' ? 'chi_tra' : 'chi_sim';
  if (language === 'sr' && script === 'Latn') return 'srp_latn';
  return codes[language] ?? (Object.values(codes).includes(language) ? language : undefined);
}
