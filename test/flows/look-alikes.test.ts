import t from 'tap'
import { testApp } from '../support/app.ts'
import { agree } from '../support/form.ts'
import { couponRow } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { waysToSubmit } from '../support/submit-code.ts'

for (const [name, submit] of Object.entries(waysToSubmit)) {
  t.test(`${name}: matches letters that look like digits`, async t => {
    const app = await testApp(t)
    const school = await makeConsumer(app)
    await makeCourse(app, school.id, ['A', 'B', 'C', 'D'], { contextId: 'ctx-1' })
    const enter = async () => {
      const { token } = await launch(app, school.key)
      await agree(app, token)
      return token
    }
    // A page drawn anew shows the end of a code with uses left.
    const shown = (code: string) => (name === 'form' ? `…${code.slice(-2)}` : code)
    const accepted = (code: string) => `OK 1 of 4 codes validated: ${shown(code)}`
    const wrong = '404 The code given is not right.'

    await makeCode(app, 'A', { couponCode: 'ASL-1O0I-ZB5S', maxUsage: 9 })
    for (const typed of ['ASL-1O0I-ZB5S', 'asl1o0izb5s', 'AS1-l0OI-2855', ' a5l 10o1 z8ss ', 'ASI-IOOL-ZBSS']) {
      t.equal(await submit(app, await enter(), typed), accepted('ASL-1O0I-ZB5S'), typed)
    }
    t.equal(await submit(app, await enter(), 'ASL-1Q0I-ZB5S'), wrong, 'Q is not a look-alike of O')

    await makeCode(app, 'B', { couponCode: 'TWIN-O000', maxUsage: 9 })
    await makeCode(app, 'B', { couponCode: 'TWIN-0OOO', maxUsage: 9 })
    t.equal(await submit(app, await enter(), 'TWIN-O000'), accepted('TWIN-O000'), 'the exact code wins')
    t.equal(await submit(app, await enter(), 'twin-0ooo'), accepted('TWIN-0OOO'))
    t.equal(await submit(app, await enter(), 'TWIN-0000'), wrong, 'nothing is guessed when two codes look alike')
    t.strictSame([(await couponRow(app, 'TWIN-O000')).used, (await couponRow(app, 'TWIN-0OOO')).used], [1, 1])
  })
}

t.test("a person's own code typed with look-alikes is still their own", async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1' })
  await makeCode(app, 'A', { couponCode: 'SOLO-1' })
  const { token } = await launch(app, school.key)
  for (const typed of ['SOLO-1', '5OL0-I', 's0lo-l']) {
    t.hasStrict(await redeem(app, token, typed), { status: 'OK', products: [{ coupon_code: 'SOLO-1' }] })
  }
})

t.test('ignores invisible characters in a pasted code', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1' })
  await makeCode(app, 'A', { couponCode: 'COPIED-1' })
  const { token } = await launch(app, school.key)
  for (const typed of ['\u200bCOPIED-1', 'COPIED\u00ad-1', '\u202aCOPIED-1\u202c', 'COPIED-1\ufeff', 'COPIED\0-1']) {
    t.hasStrict(
      await redeem(app, token, typed),
      { status: 'OK', products: [{ coupon_code: 'COPIED-1' }] },
      JSON.stringify(typed),
    )
  }
})

t.test('refuses text that cannot be a code, without a server error', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const odd = ['------', "' or 1=1 --", 'ABC\0DEF', '%%%%%%', '🤟🤟🤟', 'ﬀﬀﬀﬀﬀﬀ', 'ẞßẞßẞß', '\ud800ABCDE', '{"$ne":1}']
  for (const code of odd) {
    const { token } = await launch(app, school.key)
    t.hasStrict(
      await redeem(app, token, code),
      { http: 404, error: 'The code given is not right.' },
      JSON.stringify(code),
    )
  }
  const { token } = await launch(app, school.key)
  t.hasStrict(await redeem(app, token, 'A'.repeat(100_000)), { http: 422, error: 'The code given is not right.' })
})
