/** Why a BMP file cannot be read. */
export class BmpFault extends Error {}
