import t from 'tap'
import { readSheet, sheetHref } from '#views/cards/code-cards.tsx'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { makeProduct } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'

/** Print cards: how they are laid out, and in whose name. */
t.test('reads the choices from the address, and forgives what is not one', t => {
  const usual = { perSheet: '10', paper: 'letter', school: '' } as const
  t.strictSame(readSheet({}), usual)
  t.strictSame(readSheet({ per: '7', paper: 'x', school: '  ' }), usual)
  const chosen = { perSheet: '4', paper: 'a4', school: 'True Hands & Co' } as const
  t.strictSame(readSheet({ per: '4', paper: 'a4', school: ' True Hands & Co ' }), chosen)
  t.equal(readSheet({ school: 'x'.repeat(99) }).school.length, 60)
  t.equal(readSheet({}, 'Birch College').school, 'Birch College', 'the school of the batch')
  t.equal(readSheet({ school: '' }, 'Birch College').school, '', 'unless staff remove it')
  t.equal(sheetHref(7, chosen, 2), '/codes/7/cards?per=4&paper=a4&school=True+Hands+%26+Co&page=2')
  t.end()
})

t.test("prints cards in the school's name, and keeps the choices from page to page", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'A')
  await me.send('/codes', { product_code: 'A', count: '81', max_usage: '1', expires_at: '', note: '', intent: 'make' })
  const { body } = await me.open('/codes/1/cards?per=8&paper=a4&school=True+Hands')
  t.match(body, 'class="code-cards cards-8 paper-a4"')
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
    [1, 2].map(n => `/codes/1/cards?per=8&paper=a4&school=True+Hands&page=${n}`),
  )
  const last = (await me.open('/codes/1/cards?per=8&page=2')).body
  t.equal(last.split('class="code-card"').length - 1, 1)
  t.match(textOf(last), 'Signbook Product A')
})

t.test('a card says how often its code works and until when, in both languages', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'A')
  const expires_at = '05/21/2027'
  await me.send('/codes', { product_code: 'A', count: '1', max_usage: '30', expires_at, note: '', intent: 'make' })
  const text = textOf((await me.open('/codes/1/cards')).body)
  t.match(text, 'It works 30 times, until May 21, 2027. Escanea')
  t.match(text, 'Sirve 30 veces, hasta el 21 de mayo de 2027. Help')
})
