/** Between two passages of a turn: the sentence goes on. */
export const cutMark = '‖';
/** Between two passages of a turn: a new sentence begins. */
export const pauseMark = '¶';
/** Between two passages whose words are read together; a character of private use, which no text contains. */
export const seam = '\u{E000}';
