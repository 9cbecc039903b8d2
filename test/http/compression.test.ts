import t from 'tap'
import { testApp } from '../support/app.ts'
import { launch, makeConsumer, makeCourse, makeProduct } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

const ACCEPTS = { 'accept-encoding': 'gzip, br' }

t.test('pages are compressed only where no cookie opens them', async t => {
  const app = await testApp(t)
  const { id, key } = await makeConsumer(app)
  await makeProduct(app, 'A')
  await makeCourse(app, id, ['A'])
  const { cookie } = await signedIn(app)
  const { token } = await launch(app, key)
  const teacher = await launch(app, key, { roles: 'Instructor', user_id: 'teacher' })
  const encodings: [url: string, encoding: string | undefined][] = [
    ['/dictionary?term=Unit+3', 'br'],
    ['/fingerspelling?word=book', 'br'],
    [teacher.location, 'br'],
    [`/lti/pay?token=${token}`, undefined],
    ['/home', undefined],
    ['/course', undefined],
  ]
  for (const [url, encoding] of encodings) {
    const ask = (who: object) => app.server.inject({ url, headers: { ...ACCEPTS, ...who } })
    const [{ headers }, forStaff] = [await ask({}), await ask({ cookie })]
    t.equal(forStaff.statusCode, 200, url)
    t.equal(headers['content-encoding'], encoding, url)
    t.equal(forStaff.headers['content-encoding'], undefined, `${url} for staff`)
    if (encoding) t.match(headers.vary, /accept-encoding/i, url)
  }
})
