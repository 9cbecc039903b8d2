import t from 'tap'
import { testApp } from '../../../support/app.ts'
import { withContent } from '../../../support/content.ts'
import { textOf } from '../../../support/html.ts'
import { launchTeacher } from '../../../support/teacher.ts'

t.test('each lesson shows its signs, with links to entry, sheet and cards', async t => {
  const app = await testApp(t)
  const { signs } = await withContent(app.db)
  const { open } = await launchTeacher(app, [3])
  for (const lesson of ['3.1', '3.2']) {
    const { body } = await open({ tab: 'units', lesson })
    const shown = body.match(/<section class="lesson-signs">[\s\S]*?<\/section>/)?.[0] ?? ''
    const own = signs.filter(sign => sign.lesson === lesson)
    t.strictSame(
      [...shown.matchAll(/tab=signs&amp;term=Unit\+([\d.]+)&amp;sign=([\w-]+)/g)].map(([, of, slug]) => [of, slug]),
      own.map(({ slug }) => [lesson, slug]),
      'all of the lesson, and no other',
    )
    t.match(textOf(shown), `${own[0]!.gloss} ${own[0]!.english.join(', ')}`)
    t.notMatch(shown, 'lang="es"')
    t.match(shown, `href="/vocabulary?unit=${lesson}"`)
    t.match(shown, `href="/deck?unit=${lesson}"`)
  }
})

t.test('in Spanish the Spanish meaning comes first, as in the dictionary', async t => {
  const app = await testApp(t)
  const { signs } = await withContent(app.db)
  const { open } = await launchTeacher(app, [3], { launch_presentation_locale: 'es' })
  const { body } = await open({ tab: 'units', lesson: '3.1' })
  const shown = body.match(/<section class="lesson-signs">[\s\S]*?<\/section>/)?.[0] ?? ''
  const [{ gloss, spanish, english }] = signs.filter(({ lesson }) => lesson === '3.1') as [(typeof signs)[number]]
  t.match(textOf(shown), `${gloss} ${spanish.join(', ')} ${english.join(', ')}`)
})
