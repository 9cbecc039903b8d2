import t from 'tap'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'

t.test('a page of a K-12 school leads parents to what the school bought, in both languages', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { isK12: true, acceptsPayment: false })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const child = {
    user_id: 'ana',
    context_title: 'ASL for Grade 5',
    lis_person_name_full: 'Ana Lima',
    lis_person_contact_email_primary: 'ana@kid.example',
  }
  const { token } = await launch(app, school.key, child)
  const open = async (url: string) => (await app.server.inject({ url })).body
  const pay = await open(`/lti/pay?token=${token}`)
  const [, address = ''] = pay.match(/href="(\/parents[^"]*)"/) ?? []
  t.match(textOf(pay), 'The Terms are the rules.', 'words for a child of ten')
  t.match(textOf(pay), 'Is a word hard? Ask your teacher or a grown-up at home.')
  const english = textOf(await open(address.replaceAll('&amp;', '&')))
  t.match(english, `${school.name} chose Signbook for ASL for Grade 5.`)
  t.match(english, 'The school gives your child a code. You do not need to pay.')
  for (const heading of ['What the school bought', 'What we keep', 'Whom to ask']) t.match(english, heading)
  t.notMatch(english, /Ana|kid\.example/, 'names no child')
  t.match(textOf(await open(`/parents?token=${token}&lang=es`)), `${school.name} eligió Signbook para ASL for Grade 5.`)
  t.match(textOf(await open('/parents')), "Your child's school chose Signbook")
})

t.test('pages of other schools have no such link', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  t.notMatch((await app.server.inject({ url: `/lti/pay?token=${token}` })).body, '/parents')
})
