import { eq } from 'drizzle-orm'
import t from 'tap'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { type Hand, startOffice, walk } from '../support/office.ts'
import { codeTo, writtenTo } from '../support/outbox.ts'
import { answerOf } from '../support/solve.ts'
import { until } from '../support/until.ts'

/** Staff login behind a captcha, once by keyboard and once without JavaScript. */
const { server, db, strangers } = await startOffice({ CAPTCHA_PROVIDER: 'altcha' })

/** Passes the captcha: by script while typing, else by answering the question. */
const passCaptcha = async (hand: Hand) => {
  if (hand.script) return hand.reads('Check passed.')
  const question =
    (await hand.page
      .locator('main label')
      .getByText(/What is \w+ plus \w+\?/)
      .textContent()) ?? ''
  await hand.type(question, answerOf(question.replace(/^.*: /, '')))
}

/** Returns the code of the newest text message to a number. */
const codeBySms = (phone: string): Promise<string> =>
  until('the text message was sent', async () => {
    const texts = await writtenTo(server.dataDir, '.txt')
    return texts.find(text => text.includes(phone))?.match(/^(\d{6})$/m)?.[1]
  })

/** The visible part of the label. */
const targetLabel = ({ page }: Hand) => page.locator('label:has(.by-email)').innerText()

const logOut = async ({ page }: Hand) => {
  await page.context().clearCookies()
}

walk(strangers, {
  'by email: Back, a wrong code, and the page asked for': async hand => {
    const email = `${hand.name}-in@example.com`
    await db.orm.insert(staffUsers).values({ email, firstName: 'Ina', lastName: 'Staff', role: 'manager' })
    await hand.open('/activate_course/m_x?a=1')
    t.equal(await targetLabel(hand), 'Email')
    await hand.type('Email or mobile number', 'ina@')
    await passCaptcha(hand)
    await hand.press('Submit')
    await hand.reads('Email does not look right.')
    await hand.type('Email or mobile number', 'nobody@example.com')
    await passCaptcha(hand)
    await hand.press('Submit')
    await hand.reads('If we know you, we have sent you a code.')
    await hand.page.getByText('No code yet?').click()
    await passCaptcha(hand)
    await hand.press('Send a new code')
    await hand.reads('Use the newest one.')
    await hand.take('Back')
    await hand.type('Email or mobile number', email)
    await passCaptcha(hand)
    await hand.press('Submit')
    await hand.reads(`Look for it in the inbox of ${email}.`)
    await hand.type('Code', '000000')
    await hand.press('Log in')
    await hand.reads('The code given is not right.')
    await hand.type('Code', await codeTo(server.dataDir, email))
    await hand.press('Log in')
    await hand.page.waitForURL(`${server.base}/activate_course/m_x?a=1`)
    await hand.reads('Membership not found')
    await logOut(hand)
  },
  'by mobile: adds +1 and opens /course': async hand => {
    const digits = hand.script ? '2145550101' : '2145550102'
    const email = `${hand.name}-phone@example.com`
    await db.orm.insert(staffUsers).values({ email, firstName: 'Ina', lastName: 'Staff', role: 'manager' })
    await db.orm
      .update(staffUsers)
      .set({ phone: `+1${digits}` })
      .where(eq(staffUsers.email, email))
    await hand.open('/login')
    await hand.pick('Mobile')
    await hand.type('Email or mobile number', digits)
    t.equal(await targetLabel(hand), 'Mobile number')
    await passCaptcha(hand)
    await hand.press('Submit')
    await hand.reads(`Look for it in a text to (214) 555-${digits.slice(-4)}`)
    await hand.type('Code', await codeBySms(`+1${digits}`))
    await hand.press('Log in')
    await hand.page.waitForURL(`${server.base}/course`)
    await logOut(hand)
  },
  'Back of the browser leads to the step before, and Forward to the code': async hand => {
    await hand.open('/login')
    await hand.type('Email or mobile number', 'no-one@example.com')
    await passCaptcha(hand)
    await hand.press('Submit')
    await hand.reads('If we know you, we have sent you a code.')
    await hand.page.goBack()
    await hand.page.getByLabel('Email or mobile number', { exact: true }).waitFor()
    await hand.page.goForward()
    await hand.reads('If we know you, we have sent you a code.')
    if (!hand.script) return
    let answer = () => {}
    const held = new Promise<void>(done => {
      answer = done
    })
    const isStep = (url: URL) => url.href === `${server.base}/login`
    await hand.page.route(isStep, async route => {
      await held
      await route.continue()
    })
    await hand.page.goBack()
    await hand.page.goForward()
    const came = hand.page.waitForResponse(response => isStep(new URL(response.url())))
    answer()
    await (await came).finished()
    await hand.page.evaluate(() => new Promise(done => setTimeout(done, 200)))
    t.ok(await hand.page.getByLabel('Code', { exact: true }).isVisible(), 'the slower answer changes nothing')
    await hand.page.unroute(isStep)
  },
})

t.test('a click on Send a new code does not start its check again', async t => {
  const [, hand] = strangers
  if (!hand) throw new Error('no hand')
  const { page } = hand
  await hand.open('/login')
  await hand.type('Email or mobile number', 'no-one@example.com')
  await passCaptcha(hand)
  await hand.press('Submit')
  await hand.reads('If we know you, we have sent you a code.')
  const checks: string[] = []
  page.on('request', request => request.url().includes('/api/captcha') && checks.push(request.url()))
  await page.getByText('No code yet?').click()
  await passCaptcha(hand)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await hand.reads('Use the newest one.')
  await passCaptcha(hand)
  t.equal(checks.length, 2, 'one check before the code is sent, and the next after it')
})
