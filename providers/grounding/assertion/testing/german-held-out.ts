/** German sentences that were written after the rules, and by which the rules were not changed. */
export const germanHeldOut: readonly string[] = `
P: Mir ist oft {schwindlig|s|present}.
Seit gestern {Ohrenschmerzen|s|present} links, kein {Ausfluss|s|absent}.
P: Ich hatte nie {Krampfanfälle|s|absent}.
{Allergien|p|absent} sind nicht bekannt.
Keine {B-Symptomatik|s|absent}, kein {Nachtschweiß|s|absent}.
P: Nein, {Schüttelfrost|s|absent} hatte ich nicht.
Meningismus fehlt, {Photophobie|s|absent} nicht vorhanden.
Lunge frei, keine {Rasselgeräusche|f|absent}, kein {Giemen|f|absent}.
P: {Übelkeit|s|absent} keine, aber {Appetitlosigkeit|s|present}.
Sono ohne Nachweis einer {Thrombose|p|absent}.
Eine {Lungenembolie|p|absent} wurde ausgeschlossen.
Eine {Appendizitis|p|possible} ist nicht auszuschließen.
Vermutlich {Gastritis|p|possible}.
C: Ich denke an eine {Borreliose|p|possible}.
C: Vielleicht ist es eine {Sehnenentzündung|p|possible}.
DD {Angina pectoris|p|possible}.
Fragliche {Raumforderung|f|possible} in der Leber.
Bekannte {arterielle Hypertonie|p|present}.
{Diabetes mellitus|p|present} Typ 2 seit 10 Jahren.
St. n. {Appendektomie|c|historical} im Kindesalter.
P: Vor zwanzig Jahren hatte ich eine {Hepatitis|p|historical}.
P: Der {Ausschlag|s|historical} ist inzwischen verschwunden.
P: Damals hatte ich {Panikattacken|p|historical}.
Stattgehabter {Schlaganfall|p|historical} 2015.
P: Geraucht habe ich früher, {Zigaretten|x|historical} rühre ich nicht mehr an.
C: Sollte {Atemnot|s|conditional} auftreten, rufen Sie den Notarzt.
Wiedervorstellung, falls die {Schwellung|s|conditional} zunimmt.
C: Bei neuen {Taubheitsgefühlen|s|conditional} bitte sofort melden.
C: Falls das nicht reicht, geben wir {Pregabalin|m|conditional}.
Bei Persistenz {CT|o|conditional} des Schädels.
C: Ich überweise Sie zum {Kardiologen|o|planned}.
{Koloskopie|o|planned} für nächste Woche geplant.
Therapie: {Amoxicillin|m|planned} 1000 mg 1-0-1.
C: Dann starten wir mit {Sertralin|m|planned} 50.
C: Ich verschreibe Ihnen {Pantoprazol|m|planned}.
C: Wir sollten ein {EKG|o|planned} machen.
{Clopidogrel|m|stopped} pausiert bis zur OP.
C: Lassen Sie das {Diclofenac|m|stopped} bitte weg.
P: Das {Tramadol|m|stopped} hat mein Hausarzt abgesetzt.
P: Ich habe das {Quetiapin|m|stopped} selbst abgesetzt.
{Methotrexat|m|stopped} beendet bei Leukopenie.
{Amlodipin|m|stopped} wegen Ödemen abgesetzt, {Lercanidipin|m|present} neu.
C: {Metformin|m|present} bitte nicht absetzen.
P: Die {Tabletten|m|present} nehme ich weiterhin.
{ASS|m|present} 100 mg wird weiter gegeben.
P: Eine {Operation|c|declined} will ich auf keinen Fall.
{Impfung|c|declined} vom Patienten abgelehnt.
Er lehnt die {Lumbalpunktion|c|declined} strikt ab.
P: {Cortison|m|declined} möchte ich lieber nicht.
P: Nein danke, ich brauche keine {Überweisung|o|absent}.
Familienanamnese: Vater {Herzinfarkt|p|present@relative} mit 50.
P: Bei meiner Oma gab es {Alzheimer|p|present@relative}.
P: Meine Schwester nimmt {Lithium|m|present@relative}.
P: In meiner Familie haben alle {Asthma|p|present@relative}.
P: Mein Kollege hatte letzte Woche {Scharlach|p|present@other}.
Mutter verstarb an {Brustkrebs|p|present@relative}, Patientin selbst hat {Asthma|p|present}.
P: Meine Tochter meint, ich bin {vergesslich|s|present}.
{Schwindel|s|present} trotz {Betahistin|m|present}.
Nicht ohne {Schmerzen|s|present} beim Gehen.
P: Das {Fieber|s|present} geht nicht weg.
`
  .trim()
  .split('\n');
