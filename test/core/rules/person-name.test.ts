import t from 'tap'
import { cleanName, FULL_NAME_MAX, nameProblem } from '#src/core/rules/person-names.ts'

t.test('accepts the names of people, and nothing that could be a message', async t => {
  for (const name of ['Ana', 'Noé Díaz', 'O’Neill', "D'Arcy", 'Jean-Luc', 'J. R.', '山田 太郎', 'अनिता', 'Nguyễn', 'A'])
    t.equal(nameProblem(name), null, name)
  for (const name of [
    'https://evil.example',
    'Ana www.evil.example',
    'Ana1',
    'a@b',
    'Ana!',
    'Ana\nLima',
    '<b>',
    'a/b',
    'Ana_',
    '😀',
    'a\u202eb',
  ])
    t.equal(nameProblem(name), 'name_letters', JSON.stringify(name))
  t.equal(nameProblem('é'.repeat(64)), null)
  t.equal(nameProblem('é'.repeat(65)), 'name_long')
  t.equal(nameProblem('𠮷'.repeat(64)), null, 'counts characters')
})

t.test('cleans names from an LMS and refuses none', async t => {
  t.equal(cleanName('Lima, Ana (she/her)'), 'Lima, Ana (she/her)')
  t.equal(cleanName(' Noé  Díaz\t'), 'Noé Díaz')
  t.equal(cleanName('Student 2'), 'Student 2')
  t.equal(cleanName('Pay at https://evil/x'), 'Pay at https evil/x')
  for (const nothing of [null, '', '?!', ' . ']) t.equal(cleanName(nothing), null)
  t.equal(cleanName(`${'a'.repeat(63)} bcd`), 'a'.repeat(63))
  t.equal(cleanName('a'.repeat(500), FULL_NAME_MAX)?.length, FULL_NAME_MAX)
})
