/** German sentences for the work on the rules, marked as those in `development-sentences.ts`. */
export const germanSentences: readonly string[] = `
Sie hat {Fieber|s|present} und {Husten|s|present}.
P: Ich habe seit drei Tagen {Kopfschmerzen|s|present}.
Kein {Fieber|s|absent}, keine {Übelkeit|s|absent}, jedoch {Doppelbilder|s|present} seit gestern.
P: {Fieber|s|absent} nein, {Husten|s|present} ja, aber nur abends.
P: {Fieber|s|absent} habe ich nicht.
P: {Husten|s|absent} habe ich keinen.
{Erbrechen|s|absent} wird verneint, {Übelkeit|s|present} besteht weiterhin.
Der Patient verneint {Brustschmerzen|s|absent} und {Atemnot|s|absent}.
Weder {Durchfall|s|absent} noch {Erbrechen|s|absent}.
Ausschluss {Schlaganfall|p|absent} im CT.
Ein {Herzinfarkt|p|absent} konnte ausgeschlossen werden.
Ein {Herzinfarkt|p|possible} kann nicht ausgeschlossen werden.
Kein Anhalt für eine {Fraktur|p|absent}.
Abdomen weich, ohne {Druckschmerz|f|absent} oder {Abwehrspannung|f|absent}.
Verdacht auf {Neuritis vestibularis|p|possible}.
V. a. {Pneumonie|p|possible} rechts.
Am ehesten {Spannungskopfschmerz|p|possible}.
C: Das könnte eine {Gicht|p|possible} sein.
MRT zum Ausschluss einer {Blutung|p|possible}.
Z. n. {Herzinfarkt|p|historical} 2019.
Zustand nach {Cholezystektomie|c|historical}.
P: Als Kind hatte ich {Asthma|p|historical}.
P: Früher hatte ich {Migräne|p|historical}, jetzt nicht mehr.
P: Die {Schmerzen|s|historical} sind weg.
{Hüft-TEP|c|historical} rechts 2018.
Falls {Fieber|s|conditional} auftritt, kommen Sie bitte wieder.
Bei {Lähmungen|s|conditional} sofort in die Notaufnahme.
C: Wenn es schlimmer wird, machen wir ein {MRT|o|conditional}.
C: Wir machen ein {Röntgen|o|planned}.
C: Ich würde gern ein {MRT|o|planned} machen.
C: Dann kein {MRT|o|absent}, wir machen einen {Ultraschall|o|planned}.
C: Wir beginnen mit {Ramipril|m|planned} 5 mg morgens.
C: Das {Ramipril|m|stopped} setzen wir ab.
C: Wir setzen das {Ramipril|m|stopped} heute ab.
C: Wir setzen {Torasemid|m|planned} 10 mg an.
P: {Marcumar|m|stopped} habe ich im Mai abgesetzt, jetzt nehme ich {Lixiana|m|present}.
{Metformin|m|stopped} wurde abgesetzt.
{Metformin|m|present} wurde nicht abgesetzt.
{Ramipril|m|stopped} pausieren wegen Kalium 5,8.
P: {Bisoprolol|m|present} 2.5 mg morgens, {Marcumar|m|stopped} habe ich im Mai abgesetzt.
{Ramipril|m|stopped} 5 mg und {Metformin|m|stopped} 1000 mg wurden abgesetzt.
P: Nicht mehr, jetzt {Eliquis|m|present} 5 mg zweimal täglich.
P: Ich nehme kein {Ibuprofen|m|stopped} mehr.
P: {Sertralin|m|stopped} nehme ich nicht mehr.
P: Ich nehme {Bisoprolol|m|present} und {Pantoprazol|m|present}.
P: {Ibuprofen|m|absent} nehme ich nicht.
P: Das {MRT|o|declined} möchte ich nicht.
Patientin lehnt eine {Bluttransfusion|c|declined} ab.
Eine {Chemotherapie|c|declined} wird abgelehnt.
Die {Koloskopie|o|declined} lehnt sie weiterhin ab.
P: Ich will kein {Antidepressivum|m|declined}.
P: Ich möchte keine {Spritze|c|declined}.
Mutter mit {Parkinson|p|present@relative}.
P: Mein Vater hatte {Darmkrebs|p|present@relative}.
P: Meine Frau hat {Grippe|p|present@relative}, ich habe nur {Husten|s|present}.
{Brustkrebs|p|present@relative} bei der Schwester.
In der Familie kein {Diabetes|p|absent@relative}.
P: Mein Nachbar hat {Corona|p|present@other}.
P: Mein Arbeitskollege sagt, ich habe {Fieber|s|present}.
P: Nein, ich habe {Rückenschmerzen|s|present}.
P: Das {Ibuprofen|m|present} hilft nicht.
Keine Besserung der {Schmerzen|s|present} unter {Ibuprofen|m|present}.
Nicht nur {Schwindel|s|present}, sondern auch {Übelkeit|s|present}.
{Paracetamol|m|present} bei Bedarf.
Gegebenenfalls {Physiotherapie|o|possible}.
P: Mit dem {Rauchen|x|historical} habe ich aufgehört.
P: Immer wenn ich laufe, habe ich {Schmerzen|s|present} im Knie.
`
  .trim()
  .split('\n');
