import t from 'tap'
import { csvLine, withoutGuard } from '#src/core/rules/csv.ts'
import { newEntry } from '#src/signs/rules/added-signs.ts'
import type { SignEntry } from '#src/signs/rules/dictionary.ts'
import type { EntryTexts } from '#src/signs/rules/entry-fields.ts'
import { entryFieldNames } from '#src/signs/rules/entry-fields.ts'
import { readSignHeader, readSignRow } from '#src/signs/rules/sign-import.ts'

const entry = (gloss: string): SignEntry => ({
  ...newEntry({
    gloss,
    lesson: '1.10',
    texts: {
      ...(Object.fromEntries(entryFieldNames.map(field => [field, ''])) as EntryTexts),
      ...{ english: 'hello', partOfSpeech: 'interjection', usage: 'Hello there.', location: 'forehead' },
    },
  }),
  video: 'https://videos.example/hello.mp4',
})
const dictionary = {
  signs: new Map(['HELLO', 'GOODBYE'].map(gloss => [gloss, entry(gloss)])),
  slugs: new Set(['hello', 'goodbye']),
  lessons: ['1.1', '1.10'],
  inFile: new Set(['QUOKKA', 'WOMBAT']),
}

t.test('the first line names columns', async t => {
  t.match(readSignHeader(['english']), { reason: 'no_header' })
  t.match(readSignHeader(['gloss', 'unit']), { reason: 'no_header' }, 'nothing to change')
  t.match(readSignHeader(['gloss', 'color']), { reason: 'unknown_columns', columns: ['color'] })
  t.match(readSignHeader(['gloss', 'mouth', 'mouth']), { reason: 'unknown_columns', columns: ['mouth'] })
  t.match(readSignHeader([' Gloss', 'other_handshape', 'unit']), {
    gloss: 0,
    fields: [{ field: 'otherHandshape', at: 1 }],
    fixed: [{ name: 'unit', at: 2 }],
    count: 3,
  })
})

/** Reads rows below these headings. Returns what changes, or the faults. */
const reader = (...headings: string[]) => {
  const columns = readSignHeader(headings)
  if ('reason' in columns) throw new Error(columns.reason)
  return (...cells: string[]) => {
    const row = readSignRow({ line: 7, cells }, columns, dictionary)
    return 'faults' in row ? row.faults : row.fields
  }
}

t.test('a row changes fields, or says all that is wrong', async t => {
  const read = reader('gloss', 'location', 'hands', 'related')
  t.strictSame(read('HELLO', 'forehead', '', ''), {})
  t.strictSame(
    read(' HELLO ', '', 'one', 'GOODBYE'),
    { hands: 'one', related: 'GOODBYE' },
    'an empty cell changes nothing',
  )
  for (const dash of ['-', "'-", ' – ']) t.strictSame(read('HELLO', dash, '', ''), { location: '' }, dash)
  t.strictSame(read('HELLO', "'-1", '', ''), { location: '-1' }, 'the guard of a saved file is removed')
  t.match(read('NOWORD', '', '', ''), [/^No sign has this gloss. To add it, name its lesson/])
  t.match(read('', '', '', ''), ['Missing gloss'])
  t.match(read('HELLO', ''), ['Wrong number of columns'])
  t.match(read('HELLO', '', 'three', 'NOWORD'), [/^Hands: expected one of/, /^Related signs: there is no entry NOWORD/])
  t.match(reader('gloss', 'english')('HELLO', '-'), [/^Meaning: at least one/])
})

t.test('a row says nothing else about what is not changed here', async t => {
  const read = reader('gloss', 'unit', 'lesson', 'video', 'mouth')
  const video = 'https://videos.example/hello.mp4'
  t.strictSame(read('HELLO', '1', '1.10', video, 'open'), { mouth: 'open' })
  t.strictSame(read('HELLO', '1', '1.1', '', 'open'), { mouth: 'open' }, 'as Excel writes 1.10')
  t.match(read('HELLO', '2', '2.1', 'https://x.example', 'open'), [
    'unit: it is 1, and is not changed here',
    'lesson: it is 1.10, and is not changed here',
    /^video: it is https/,
  ])
})

t.test('a row with a new gloss adds an entry', async t => {
  const read = reader('gloss', 'unit', 'lesson', 'english', 'part_of_speech', 'usage', 'related', 'video')
  const good = ['1', '1.1', 'quokka', 'noun', 'I like it.', 'WOMBAT; HELLO', ''] as const
  t.match(read('QUOKKA', ...good), { english: 'quokka', related: 'WOMBAT; HELLO', notes: '' })
  for (const [cells, said] of [
    [['quokka', ...good], /^Gloss: write capitals/],
    [['HELLO-', ...good], /^Gloss: write capitals/],
    [['QUOKKA', '2', ...good.slice(1)], /^Unit: lesson 1.1 is not in unit 2/],
    [['QUOKKA', 'x', ...good.slice(1)], /^Unit: lesson 1.1 is not in unit x/],
    [['QUOKKA', '9', '9.9', ...good.slice(2)], /^Lesson: there is no lesson 9.9/],
    [['QUOKKA', '1', '1.1', '', 'noun', 'I like it.', '', ''], /^Meaning: at least one/],
    [['QUOKKA', '1', '1.1', 'quokka', 'animal', 'I like it.', '', ''], /^Part of speech: expected one of/],
    [['QUOKKA', '1', '1.1', 'quokka', 'noun', '-', '', ''], /^Example: a sentence/],
    [['QUOKKA', '1', '1.1', 'quokka', 'noun', 'I like it.', 'NOWORD', ''], /^Related signs: there is no entry NOWORD/],
    [['QUOKKA', ...good.slice(0, 6), 'https://x.example'], /^video: leave it empty/],
  ] as const)
    t.match(read(...cells), [said], cells.join())
})

t.test('cells are read back as they were saved', async t => {
  for (const text of ['=SUM(A1)', 'a; -b; +c', " '=x", 'plain', "'tis", '@x', "'", '']) {
    const saved = csvLine([text]).slice(0, -2)
    const cell = saved.startsWith('"') ? saved.slice(1, -1).replaceAll('""', '"') : saved
    t.equal(withoutGuard(cell), text, JSON.stringify(text))
  }
})
