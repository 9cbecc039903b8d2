import { eq } from 'drizzle-orm'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { moveSuggestions } from '#src/lti/store/schema.ts'
import { launchAt } from '../support/browserless.ts'
import { type Hand, startOffice, walk } from '../support/office.ts'
import { makeMembership } from '../support/platform.ts'
import { openFlag, pressPay } from '../support/shop.ts'
import { until } from '../support/until.ts'

/** Staff tasks with people, once by keyboard and once without JavaScript. */
const { server, db, app, hands } = await startOffice()

/** Launches as a new student of the demo school with each call. */
let students = 0
const student = async (hand: Hand, course = 'demo-asl1') => {
  const who = `${hand.name}-${++students}`
  const email = `${who}@school.example`
  const over = {
    context_id: course,
    user_id: who,
    lis_person_contact_email_primary: email,
    lis_person_name_full: `Student ${who}`,
  }
  return { email, token: (await launchAt(server.base, over)).token }
}

/** Pays in the practice checkout and returns the session id. */
const payer = async (hand: Hand) => {
  const { token, email } = await student(hand)
  const { id } = await pressPay({ base: server.base, token })
  await fetch(`${server.base}/demo/checkout/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ card: '4242' }),
    redirect: 'manual',
  })
  await until('the payment arrived', async () => {
    const [row] = await db.orm.select().from(entitlements).where(eq(entitlements.token, token))
    return row?.processedAt
  })
  return { token, email, id }
}

walk(hands, {
  'Process Enrollment': async hand => {
    const { token } = await student(hand)
    await hand.open('/token')
    await hand.type('Token', token)
    await hand.press('Find')
    await hand.reads('no access')
    await hand.press('Process')
    await hand.reads('Enter a reason. Your colleagues can read it in the history.')
    await hand.type('Reason', 'paid by invoice')
    await hand.press('Process')
    await hand.reads('has access.')
    await hand.type('Reason', 'wrong course')
    await hand.press('Un-process')
    await hand.reads('has no access.')
    await hand.reads('wrong course')
  },
  'Check Email': async hand => {
    const { email, token } = await student(hand)
    await hand.open('/course')
    await hand.follow('Check Email')
    await hand.type('Email', 'nobody@school.example')
    await hand.press('Check')
    await hand.reads('No enrollments and memberships associated with the email found')
    await hand.type('Email', email)
    await hand.press('Check')
    await hand.reads('Memberships not found')
    await hand.follow(token)
    await hand.reads('Enrollment')
  },
  'Find anything, and a fix from there': async hand => {
    const { email } = await student(hand)
    await hand.open('/find')
    await hand.type('Search for', email)
    await hand.press('Find')
    await hand.reads('What happened')
    await hand.unfold('Let in for another reason')
    await hand.press('Process')
    await hand.reads('Reason')
    await hand.type('Reason', 'promised on the phone')
    await hand.press('Process')
    await hand.reads(/Has had access since .+, by a colleague/)
  },
  'refund of a payment': async hand => {
    const { token } = await payer(hand)
    await hand.open('/payments')
    await hand.type('Token', token)
    await hand.press('Find')
    await hand.press('Refund $49.00…')
    await hand.reads('to the card that paid')
    await hand.type('Reason', 'took the wrong course')
    await hand.press('Refund')
    await hand.reads('Refunded')
  },
  'payment flags, and the comparison with the card provider': async hand => {
    const { id } = await payer(hand)
    await openFlag(db, id)
    await hand.open('/payments')
    await hand.reads('Needs attention (1)')
    await hand.press('Mark as done')
    await hand.reads('Say what you did.')
    await hand.type('What you did', 'called the school')
    await hand.press('Mark as done')
    await hand.reads('No payments need attention.')
    await hand.unfold(`Closed (${hand.script ? 2 : 1})`)
    await hand.reads('called the school')
    await hand.press('Open again')
    await hand.reads('The flag is open again.')
    await hand.type('What you did', 'called the school again')
    await hand.press('Mark as done')
    await hand.reads('No payments need attention.')
    await hand.press('Compare now')
    await hand.reads('The comparison has started.')
  },
  'a person moved from 1.1': async hand => {
    const { token } = await student(hand)
    const [was] = await db.orm.select().from(entitlements).where(eq(entitlements.token, token))
    const is = await makeMembership(app, ['ASL1'])
    const [now] = await db.orm.select().from(entitlements).where(eq(entitlements.token, is.token))
    await db.orm.insert(moveSuggestions).values({ fromId: was!.id, toId: now!.id, reason: 'The LMS says so.' })
    await hand.open('/moved_from_1_1')
    await hand.reads('The LMS says so.')
    await hand.press('Confirm')
    await hand.reads('Same person. They have access and do not pay again.')
  },
  'help requests, and flags of pages opened without a token': async hand => {
    await fetch(`${server.base}/lti/pay`)
    const { token, email } = await student(hand)
    const home = `${hand.name}@home.example`
    const body = new URLSearchParams({ email: home, text: `A question of ${hand.name}` })
    await fetch(`${server.base}/help?token=${token}`, { method: 'POST', body, redirect: 'manual' })
    await hand.open('/help_requests')
    await hand.reads(`A question of ${hand.name}`)
    await hand.reads('Payment pages without a token')
    await hand.reads('/lti/pay')
    await hand.follow(`Answer Student ${email.split('@')[0]}`)
    await hand.type(`Reply to ${home}`, 'Enter the code on the page that your course opens.')
    await hand.press('Send and mark as done')
    await hand.reads('and marked as done.')
  },
})
