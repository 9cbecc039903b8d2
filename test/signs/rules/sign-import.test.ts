import t from 'tap'
import { csvLine, withoutGuard } from '#src/core/rules/csv.ts'
import type { EntryTexts } from '#src/signs/rules/entry-fields.ts'
import { entryFieldNames } from '#src/signs/rules/entry-fields.ts'
import { readSignHeader, readSignRow, signFailuresCsv } from '#src/signs/rules/sign-import.ts'

const texts = {
  ...(Object.fromEntries(entryFieldNames.map(field => [field, ''])) as EntryTexts),
  ...{ english: 'hello', partOfSpeech: 'interjection', usage: 'Hello there.', location: 'forehead' },
}
const known = new Map([
  ['HELLO', { slug: 'hello', texts }],
  ['GOODBYE', { slug: 'goodbye', texts }],
])

t.test('the first line names columns', async t => {
  t.equal(readSignHeader(['english']), 'no_header')
  t.equal(readSignHeader(['gloss', 'unit']), 'no_header', 'nothing to change')
  t.equal(readSignHeader(['gloss', 'color']), 'unknown_columns')
  t.equal(readSignHeader(['gloss', 'mouth', 'mouth']), 'unknown_columns')
  t.match(readSignHeader([' Gloss', 'other_handshape', 'unit']), {
    gloss: 0,
    fields: [{ field: 'otherHandshape', at: 1 }],
    count: 3,
  })
})

t.test('a row changes fields, or says all that is wrong', async t => {
  const columns = readSignHeader(['gloss', 'location', 'hands', 'related'])
  if (typeof columns === 'string') throw new Error(columns)
  const read = (...cells: string[]) => readSignRow({ line: 7, cells }, columns, known)
  const fields = (...cells: string[]) => {
    const row = read(...cells)
    return 'fields' in row ? row.fields : row.faults
  }
  t.strictSame(fields('HELLO', 'forehead', '', ''), {})
  t.strictSame(fields(' HELLO ', '', 'one', 'GOODBYE'), { location: '', hands: 'one', related: 'GOODBYE' })
  t.strictSame(fields('HELLO', "'-1", '', ''), { location: '-1' }, 'the guard of a saved file is removed')
  t.match(fields('NOWORD', '', '', ''), ['No sign has this gloss'])
  t.match(fields('', '', '', ''), ['Missing gloss'])
  t.match(fields('HELLO', ''), ['Wrong number of columns'])
  t.match(fields('HELLO', '', 'three', 'NOWORD'), [
    /^Hands: expected one of/,
    /^Related signs: there is no entry NOWORD/,
  ])
  t.equal(signFailuresCsv([{ line: 7, gloss: 'A', faults: ['x', 'y'] }]), 'Line,Gloss,Reason\r\n7,A,"x; y"\r\n')
})

t.test('cells are read back as they were saved', async t => {
  for (const text of ['=SUM(A1)', 'a; -b; +c', " '=x", 'plain', "'tis", '@x', "'", '']) {
    const saved = csvLine([text]).slice(0, -2)
    const cell = saved.startsWith('"') ? saved.slice(1, -1).replaceAll('""', '"') : saved
    t.equal(withoutGuard(cell), text, JSON.stringify(text))
  }
})
