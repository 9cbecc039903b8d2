import t from 'tap'
import { goalsOf, lessonParts } from '#src/signs/rules/lessons.ts'
import { sampleContent } from '../../support/content.ts'

t.test('a lesson is split at its labels', async t => {
  const content =
    '<p>First.</p>\n<ul>\n<li>goal</li>\n</ul>\n<p><strong>Practice.</strong> Sign it.</p>\n<ul>\n<li>one</li>\n</ul>\n<p><strong>Homework.</strong> Film it.</p>'
  t.strictSame(lessonParts({ content }), [
    { label: null, known: null, kind: 'overview', html: '<p>First.</p>\n<ul>\n<li>goal</li>\n</ul>', language: 'en' },
    {
      label: 'Practice',
      known: 'practice',
      kind: 'activity',
      html: '<p>Sign it.</p>\n<ul>\n<li>one</li>\n</ul>',
      language: 'en',
    },
    { label: 'Homework', known: 'homework', kind: 'homework', html: '<p>Film it.</p>', language: 'en' },
  ])
})

t.test('a label inside a list or in the middle of a text starts no part', async t => {
  for (const content of [
    '<ul><li><p><strong>Practice.</strong> In a list.</p></li></ul>',
    '<blockquote><p><strong>Grammar.</strong> Quoted.</p></blockquote>',
    '<p>Say <strong>Homework.</strong> aloud.</p>',
    '<p><strong>Welcome:</strong> a wave.</p>',
  ])
    t.strictSame(lessonParts({ content }), [
      { label: null, known: null, kind: 'overview', html: content, language: 'en' },
    ])
  t.strictSame(lessonParts({ content: '' }), [])
})

t.test('goals are the lists before the first label, without the text around them', async t => {
  const list = '<ul>\n<li>one<ul><li>two</li></ul></li>\n</ul>'
  const content = `<p>For you.</p>\n${list}\n<p>And:</p><ol><li>three</li></ol><p><strong>Practice.</strong> Sign.</p><ul><li>four</li></ul>`
  t.equal(goalsOf({ content }), `${list}<ol><li>three</li></ol>`)
  t.equal(goalsOf({ content: '<p>For you.</p>' }), '')
})

t.test('nothing of the sample lessons is lost, and most have homework', async t => {
  const { library } = await sampleContent()
  const glances = library.units.flatMap(unit => unit.glances)
  const words = (html: string) => html.replace(/<[^>]*>|[\s.]/g, '')
  for (const glance of glances) {
    const parts = lessonParts(glance)
    t.equal(
      parts.map(({ label, html }) => words(`${label ?? ''}${html}`)).join(''),
      words(glance.content),
      glance.lesson,
    )
    t.equal(new Set(parts.map(({ label }) => label)).size, parts.length, `${glance.lesson}: labels differ`)
  }
  t.ok(glances.filter(glance => lessonParts(glance).some(({ kind }) => kind === 'homework')).length > 70)
})
