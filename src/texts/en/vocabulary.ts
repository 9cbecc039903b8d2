/** The sheet with the signs of a unit or lesson. */
export default {
  title: 'Vocabulary sheet',
  titleOf: (unit: string) => `Vocabulary, Unit ${unit}`,
  about: 'To print, with lines for notes',
  paper: 'Paper',
  letter: 'Letter',
  show: 'Show',
  asSigned: (gloss: string) => `${gloss}, as signed`,
  name: 'Name',
  date: 'Date',
  qrOf: (gloss: string) => `QR code of ${gloss}`,
} as const
