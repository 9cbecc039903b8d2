import t from 'tap'
import { testApp } from '../../../support/app.ts'
import { withContent } from '../../../support/content.ts'
import { textOf } from '../../../support/html.ts'
import { launchTeacher, opener } from '../../../support/teacher.ts'
import type { Test } from '../../../support/test.ts'

const start = async (t: Test, units: number[], over: Record<string, string> = {}) => {
  const app = await testApp(t)
  await withContent(app.db)
  const { location, open } = await launchTeacher(app, units, over)
  const at = (path: string) => opener(app, location.replace('/lti/teacher', path))
  return { app, location, open, project: at('/lti/projector'), sheet: at('/lti/lesson') }
}
const hrefsIn = (body: string, path: string) =>
  [...body.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), 'http://localhost'))
    .filter(url => url.pathname === path)

t.test('tiles have the titles of units, and the map lists the lessons of all allowed ones', async t => {
  const { open } = await start(t, [1, 4, 19])
  const units = await open({ tab: 'units', unit: '4' })
  t.match(textOf(units.body), /Unit 1 Meeting People Unit 4 Home and Daily Life Unit 19 .* Course map/)
  const map = await open({ tab: 'units', view: 'map' })
  t.match(
    textOf(map.body),
    /Unit 4 Home and Daily Life El hogar y la vida diaria 4\.1 Rooms and Furniture 4\.2 Where Things Are/,
  )
  t.notMatch(map.body, 'Letters, Numbers and Colors', 'no other unit')
  const lessons = hrefsIn(map.body, '/lti/teacher').filter(url => url.searchParams.has('lesson'))
  t.strictSame(
    lessons.map(url => url.searchParams.get('lesson')),
    ['1.1', '1.2', '1.3', '1.4', '1.5', '4.1', '4.2', '4.3', '4.4', '4.5'],
  )
})

t.test('a lesson shows its parts, its homework, its slides and activities, and its signs in one view', async t => {
  const { open } = await start(t, [4])
  const { body } = await open({ tab: 'units', lesson: '4.2' })
  t.match(body, /<section class="lesson-part lesson-activity"><h5>Practice<\/h5>/)
  t.match(body, /<section class="lesson-part lesson-homework"><h5>Homework<\/h5>/)
  for (const word of ['Presentation Slides, Unit 4', 'Suggested Activities, Unit 4', 'NEXT-TO', 'Show on projector'])
    t.match(textOf(body), word)
})

t.test('the projector shows one step, without header and footer, and moves by links', async t => {
  const { app, location, project } = await start(t, [4])
  const { body, status } = await project({ unit: '4', lesson: '4.1' })
  t.equal(status, 200)
  t.match(textOf(body), /4\.1 Rooms and Furniture/)
  t.notMatch(body, /<footer|teacher-tabs/)
  const steps = hrefsIn(body, '/lti/projector').filter(url => !url.searchParams.has('lang'))
  const moves = steps.map(url => url.searchParams.get('step'))
  t.strictSame(moves, ['', '2', null], 'the first step is before the lesson; the last link prints the unit')
  const leave = hrefsIn(body, '/lti/teacher').map(url => url.searchParams.get('lesson'))
  t.strictSame(leave, ['4.1'])
  const shown = async (query: Record<string, string>) =>
    textOf((await project({ unit: '4', ...query })).body.replace(/ data-props="[^"]*"/g, ''))
  t.match(await shown({ lesson: '4.1', step: '2' }), /Signs of this lesson HOME home HOUSE house/)
  t.match(await shown({ lesson: '4.1', step: '3' }), /HOME home casa, hogar/)
  t.match(await shown({ lesson: '4.1', step: '6' }), /fs-APT .* not yet reviewed by a Deaf signer/)
  t.match(await shown({}), '4.1 Rooms and Furniture', 'the first of the unit')
  const expired = await opener(app, location.replace('/lti/teacher', '/lti/projector'))({ state: 'x' })
  t.equal(expired.status, 303, 'the teacher page says that the launch has expired')
})

t.test('an allowed unit without content has nothing to project', async t => {
  const { project } = await start(t, [19])
  t.equal((await project({ unit: '19' })).status, 303)
})

t.test('a lesson prints with its signs and without its note, and only lessons of allowed units', async t => {
  const { sheet } = await start(t, [4])
  const { body } = await sheet({ unit: '4', lesson: '4.1' })
  const text = textOf(body)
  for (const word of ['Lesson 4.1', 'Rooms and Furniture', 'Homework', 'HOUSE house casa']) t.match(text, word)
  t.notMatch(text, 'Note for you', 'it may be handed out')
  t.match(text, 'Print this page with your browser.')
  const units = (unit: string) => ({ status: 303, location: new RegExp(`^/lti/teacher\\?.*tab=units&unit=${unit}$`) })
  t.match(await sheet({ unit: '4', lesson: '1.1' }), units('4'), 'the teacher page says what there is')
  t.match(await sheet({ unit: '1', lesson: '1.1' }), units('1'))
  t.match(await sheet({ unit: '4', token: 'x' }), units('4'), 'or that the launch has expired')
})

t.test('in Spanish only the content is in English, and marked', async t => {
  const { open, project, sheet } = await start(t, [4], { launch_presentation_locale: 'es-MX' })
  const lesson = await open({ tab: 'units', lesson: '4.1' })
  for (const word of ['Mostrar en el proyector', 'Nota para usted', 'Presentaciones, Unidad 4', 'Mapa del curso'])
    t.match(textOf(lesson.body), word)
  t.match(lesson.body, '<h5>Tarea</h5>', 'a label of ours')
  t.match(lesson.body, /<h4>4\.1<!-- --> <span lang="es">Habitaciones y muebles/, 'and the name of the lesson')
  t.notMatch(textOf(lesson.body.replace(/ data-props="[^"]*"/g, '')), /Homework|Practice/)
  t.match(
    textOf((await project({ unit: '4', lesson: '4.1' })).body),
    /4\.1 Habitaciones y muebles .* Siguiente .* Salir/,
  )
  t.match(textOf((await sheet({ unit: '4', lesson: '4.1' })).body), 'Imprima esta página con su navegador.')
})
