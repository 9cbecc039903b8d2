import t from 'tap'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { makeConsumer, makeProduct } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'

/** Print cards: in whose name, and what they say. */
t.test("prints cards in the name of the batch's school, page by page", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'A')
  const { schoolId } = await makeConsumer(app, { name: 'True Hands' })
  const codes = { product_code: 'A', count: '81', max_usage: '1', expires_at: '', note: '', intent: 'make' }
  await me.send('/codes', { ...codes, school: String(schoolId) })
  const { body } = await me.open('/codes/1/cards')
  t.equal(body.split('class="code-card"').length - 1, 80)
  t.match(textOf(body), 'True Hands Product A')
  t.match(
    textOf(body),
    /Scan, or type the code in your course\. It works once\. Escanea, o escribe el código en tu curso\. Sirve una vez\. Help · Ayuda: \S+@/,
  )
  t.match(body, '<p lang="es">Escanea')
  const pages = tagsOf(body, 'a').flatMap(a => (a.href?.includes('page=') ? [a.href] : []))
  t.strictSame(
    pages,
    [1, 2].map(n => `/codes/1/cards?page=${n}`),
  )
  const last = (await me.open('/codes/1/cards?page=2')).body
  t.equal(last.split('class="code-card"').length - 1, 1)
})

t.test('a card says how often its code works and until when, in both languages', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'A')
  const expires_at = '05/21/2027'
  await me.send('/codes', { product_code: 'A', count: '1', max_usage: '30', expires_at, note: '', intent: 'make' })
  const text = textOf((await me.open('/codes/1/cards')).body)
  t.match(text, 'Signbook Product A')
  t.match(text, 'It works 30 times, until May 21, 2027. Escanea')
  t.match(text, 'Sirve 30 veces, hasta el 21 de mayo de 2027. Help')
})
