import t from 'tap'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

/** A school with two codes of two uses each, one of which is used once, and a link to its seat page. */
const scene = async (t: Test) => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { name: 'River High' })
  await makeProduct(app, 'A')
  await makeCourse(app, school.id, ['A'], { contextId: 'c', title: 'Evening ASL' })
  const codes = { product_code: 'A', count: '2', max_usage: '2', note: 'Order 1', expires_at: '', code: '' }
  await me.send('/codes', { ...codes, school: `${school.schoolId}`, intent: 'make' })
  const { rows } = await app.db.client.query('select coupon_code as code from coupons order by id')
  const [used, free]: string[] = rows.map(row => row.code)
  const come = { context_id: 'c', context_title: 'Evening ASL', lis_person_name_full: 'Lena Okonkwo' }
  await redeem(app, (await launch(app, school.key, come)).token, used!)
  const url = `/schools/${school.schoolId}`
  const { body } = await me.send(url, { intent: 'link' })
  const link = body.match(/\/seats\/[\w.-]+/)?.[0] ?? ''
  const open = (path: string) => app.server.inject({ url: path })
  return { app, me, school, url, link, used: used!, free: free!, open }
}

t.test('a coordinator sees seats by course and week without a login, and no student', async t => {
  const { app, link, used, free, open } = await scene(t)
  const { statusCode, body } = await open(link)
  t.equal(statusCode, 200)
  const text = textOf(body)
  t.match(text, 'Seats of River High 1 of 4 seats are used.')
  t.match(text, /Product A 4 1 3/)
  t.match(text, /Evening ASL Product A 1/)
  t.match(text, '2 codes have seats left.')
  t.match(text, `…${free.slice(-2)}`)
  for (const hidden of ['Lena', 'Okonkwo', 'school.example', used, free, 'Order 1']) t.notMatch(body, hidden, hidden)
  const csv = await open(`${link}?as=csv`)
  t.match(csv.headers['content-type'], 'text/csv')
  t.match(csv.body, /^Week of,Course,Product,Seats used\r\n\d{4}-\d\d-\d\d,Evening ASL,Product A,1\r\n$/)
  t.equal(await countOf(app, "audit where action = 'create-seat-link'"), 1)
})

t.test('the page and its file are in Spanish for a browser in Spanish', async t => {
  const { app, link } = await scene(t)
  const open = async (url: string) => (await app.server.inject({ url, headers: { 'accept-language': 'es-MX' } })).body
  const body = await open(link)
  t.match(body, '<html lang="es"')
  const text = textOf(body)
  t.match(text, 'Lugares de River High Lugares usados: 1 de 4.')
  t.match(text, '2 códigos tienen lugares disponibles.')
  t.match(text, /\d de \p{L}+ de \d{4} Evening ASL Product A 1/u)
  t.notMatch(text, /Seats|Free|Week|Save|Good until|Used/)
  t.match(await open(`${link}?as=csv`), 'Semana del,Curso,Producto,Lugares usados')
  t.match(textOf(await open('/seats/x')), 'Pida uno nuevo a la persona que se lo envió.')
})

t.test('a code used at another school does not name its course', async t => {
  const { app, link, free, open } = await scene(t)
  const there = await makeConsumer(app)
  await makeCourse(app, there.id, ['A'], { contextId: 'x', title: 'Secret ASL' })
  const { token } = await launch(app, there.key, { context_id: 'x', context_title: 'Secret ASL' })
  await redeem(app, token, free)
  const { body } = await open(link)
  t.match(textOf(body), /at another school Product A 1/)
  t.notMatch(body, 'Secret ASL')
})

t.test('a link that is forged or withdrawn opens nothing', async t => {
  const { app, me, url, link, open } = await scene(t)
  const [id = '', signature = ''] = link.slice('/seats/'.length).split('.')
  const forged = [`${Number(id) + 1}.${signature}`, `${id}.${'A'.repeat(43)}`, id, `${id}.`, 'x'.repeat(90)]
  for (const each of forged) t.equal((await open(`/seats/${each}`)).statusCode, 404, each.slice(0, 60))
  await me.send(url, { intent: 'withdraw', link: '999' })
  t.equal((await open(link)).statusCode, 200, 'another link was withdrawn')
  await me.send(url, { intent: 'withdraw', link: id })
  await me.send(url, { intent: 'withdraw', link: id })
  t.match(await open(link), { statusCode: 404, body: 'This link does not work any more.' })
  t.equal((await open(`${link}?as=csv`)).statusCode, 404)
  t.equal(await countOf(app, "audit where action = 'withdraw-seat-link'"), 1, 'once')
  const again = (await me.send(url, { intent: 'link' })).body.match(/\/seats\/[\w.-]+/)?.[0]
  t.not(again, link)
  t.equal((await open(again!)).statusCode, 200)
})

t.test('viewers neither create nor withdraw links; links of other schools stay', async t => {
  const { app, me, url, link, open } = await scene(t)
  const viewer = await signedIn(app, 'viewer')
  for (const intent of ['link', 'withdraw']) t.equal((await viewer.post(url, { intent, link: '1' })).status, 403)
  const there = await makeConsumer(app)
  await me.send(`/schools/${there.schoolId}`, { intent: 'withdraw', link: link.match(/\d+/)?.[0] ?? '' })
  t.equal((await open(link)).statusCode, 200)
  t.match(await me.send('/schools/999', { intent: 'link' }), { status: 404 })
})
