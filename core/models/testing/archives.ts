/**
 * Archives for tests, small ones and evil ones: `.tar.bz2` in base64, made with Python's `tarfile` and `bz2`. Node
 * packs no bzip2 itself.
 */
const packed = {
  /** As a model is packed: in a folder, with more than is wanted. */
  parrot:
    'QlpoOTFBWSZTWbSptkwAAQX/gcuQQABAAf+AJzLQIO9L38ADAAkIMADYthpJNGAATTAAj0TTJtADUUxqYamTABMQwAANBFTUTKYyNI8o9TIaHqNNA2oHqZY/ePnq12yaSSSKzhApu0oqXUF93JL02CW5iieZITmRSQJYQPEr2aMeJPvnnz54kG0Jks1ShBurSBBwww8uFCD007ZBHhLTKruvpieZN8eJB5ZdNggbwmt383PHpOkwDmHrhKQxB0T9iCCLYICLNR42FK/rcVg6oKCjQzISKD7hMGBlyESGriEIcIDhRUjMtR+Zsk/bF5DboNcWZJURlX0blA/xdyRThQkLSptkwA==',
  /** Its names lead out of the folder that it is unpacked in. */
  climbing:
    'QlpoOTFBWSZTWQowdGEAAHH/gcuQAQBAAf2AAAGgAG9v30ADAAgIMAC5QZRAAADQGgABjRo0AyZDRiNNA0wEUiTTCDUZPQAJkwymPvyZ2ZDFZAL1pQUo1n862wYnRnYaVEgGwkHM51+eRPDVe3pluqmmHva6Q4QrpZSFemS2iTiK0NnAIUcVlwspQhaWAYhcZB0OxwGldDkfTpKzEkfCfUnBb8LTIcehhQd2ooJFRi4Fp+txdZGYxcxZoL0Q/xdyRThQkAowdGE=',
  /** The wanted names are links: one to `/etc/passwd`, one to a file of its own. */
  linked:
    'QlpoOTFBWSZTWXjFUdoAALV/gMmABABAAf8AAAKKAG4J3sAICCAAkglJNTyam0R6mmmAanhBFRTynoj1GQG1DQ0H77o9qsgAhKM0FMMYe2LeONUvaDdBEIgwCmlePiLwoIUYCtsrSVw38qNxDKc6xY2Bi/vlAwSSCv8Sk8jqfOotlqlO1ujaEa5QfRH3DgWD2FlUhNx7BaWN9UrJr4YwQQOxdyRThQkHjFUdoA==',
  /** It holds one name twice. */
  twice:
    'QlpoOTFBWSZTWW7KebQAAKrbgcuQQAH/gBQAf0neQAIACQgwALgMMjTTTIwmRgmgMGGRpppkYTIwTQGBFIRJ+kQPU9T1B6amTJ5qlv478mcMFe0gWV6Cnt533uLgOVI8mT4KJAxA8STqa176E5k584yavyQrVgV00Jg6Q4srk+NIyfdo8G76kPIztbN2LbO7sV7G5PduKsGrB9yKm7gXmx0LqF/BhoSKFnfA/XElX042anjmiH+LuSKcKEg3ZTzaAA==',
  /** It lacks `tokens.txt`. */
  lacking:
    'QlpoOTFBWSZTWec4eu4AAH3dgMqQQAHvgAACb0HeQAgIIAB1CVGo00ABpoabUAkomjQAANAySjWNQge5CETeXvJqmToEMD5pCFPDJ737aNRY0YRRgkNco0Oi0tuUmKK6SlL4CPUfPcSXFY4aRqIylbmkg/F3JFOFCQ5zh67g',
  /** A few hundred bytes that become 80 MB. */
  bomb: 'QlpoOTFBWSZTWXo38IMFfj3dgMiAQAH9AAACbgHeQAAIIAByG1UekDRoAbU9QRSmQAAAPaz5RAFVRJAqAKqiY95V1RZRUKgCqokMU+3TGcJlAaSSi4jM0jCcyTXGT1fqrtJ/efHwa2MYieyQJJAAIX5igrJMprMwxIOOAgqFuwGVIIAD+wAAAcaT/IAYEEABJQ1TaJoyNA0ekDJ6QKlFGmmgGgeoAaesMqUSS+iCQiAyuJAiIDH3jgza8NCQIiAoaq2+W7Vu4XpfRFqxXmcSzk1ciDnzHfgmxQ0DVgwVHRYFCg+R4Or0SuUJAREB/F3JFOFCQbA2gwQ=',
  /** bzip2 of something that is no tar. */
  noTar: 'QlpoOTFBWSZTWUKmVWEAArvRgAAQQAAqZZUAIABwQDQAFKoAYnhFkiwReEXRSMkWiL4iwRekWCLBFoi3EWiL8XckU4UJBCplVhA=',
} as const;

export type ArchiveName = keyof typeof packed;

export function archive(name: ArchiveName): Buffer {
  return Buffer.from(packed[name], 'base64');
}

/** What the archives hold under the names that are wanted. */
export const contents = {
  'encoder.onnx': 'the encoder of a parrot\n',
  'tokens.txt': 'the tokens of a parrot\n',
} as const;
