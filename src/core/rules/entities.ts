/** HTML entities that LMSs leave in names and titles. */

/** Combining marks by the ends of names such as `eacute`. */
const MARKS: Record<string, string> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030a',
  dblac: '\u030b',
  caron: '\u030c',
  cedil: '\u0327',
  ogon: '\u0328',
}
const NAMED =
  'amp & quot " apos \' lt < gt > lsquo ‘ rsquo ’ ldquo “ rdquo ” ndash – mdash — middot · hellip … laquo « raquo » zwnj \u200c zwj \u200d shy \u00ad szlig ß aelig æ AElig Æ oelig œ OElig Œ oslash ø Oslash Ø eth ð ETH Ð thorn þ THORN Þ lstrok ł Lstrok Ł dstrok đ Dstrok Đ imath ı iexcl ¡ iquest ¿ ordf ª ordm º'.split(
    ' ',
  )

/** Returns text with its HTML entities decoded once: `&amp;#39;` becomes `&#39;`. Unknown ones stay. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name === undefined) return characterOf(decimal ? Number(decimal) : Number.parseInt(hex, 16)) ?? entity
    if (name === 'nbsp') return ' '
    const at = NAMED.indexOf(name)
    if (at >= 0 && at % 2 === 0) return NAMED[at + 1] ?? entity
    const mark = MARKS[name.slice(1)]
    return mark ? (name[0] + mark).normalize('NFC') : entity
  })

const characterOf = (code: number): string | null =>
  code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : null
