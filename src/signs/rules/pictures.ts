/** Folder of the pictures. Change its number when what the build writes for a name changes, as browsers keep files. */
export const PICTURES = '/assets/pictures-1'

/** Addresses of the pictures that together show a meaning: content joins their names with '+'. */
export const pictureFiles = (picture: string): string[] => picture.split('+').map(name => `${PICTURES}/${name}.svg`)

const NUMBERS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE']

/**
 * Returns what the drawn hands can show of a sign: the letters of a spelled word, a number, or the handshape that a
 * classifier is named after. Null for all other signs, which only a signer can show.
 */
export const drawnOf = (gloss: string): string | null => {
  const [, spelled, shape] = gloss.match(/^(?:fs-(.+)|CL:([A-Z\d]))$/) ?? []
  const number = NUMBERS.indexOf(gloss) + 1
  return spelled ?? shape ?? (number > 0 ? String(number) : null)
}
