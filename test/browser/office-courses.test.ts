import { launchAt } from '../support/browserless.ts'
import { type Hand, startOffice, walk } from '../support/office.ts'
import { makeMembership } from '../support/platform.ts'

/** Staff tasks with courses, once by keyboard and once without JavaScript. */
const { server, app, hands, colleague } = await startOffice()

const THIRD = 'American Sign Language 3 (ASL3)'
const SECOND = 'American Sign Language 2 (ASL2)'

/** A date as typed into the segments of the field, or as its value without a script. */
const day = (hand: Hand) => (hand.script ? '12312030' : '2030-12-31')

/** Launches a new demo course, without a product and with one student. */
const opened = (context_id: string, context_title: string) =>
  launchAt(server.base, { context_id, context_title, user_id: `first-${context_id}` })

/** Clears the session cookies; the returned function restores them. */
const sessionEnds = async ({ page }: Hand) => {
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  return () => page.context().addCookies(cookies)
}

/** Two colleagues change the same page: each sees the other's change before overwriting it. */
const bothSee = async (hand: Hand, path: string, choose: (who: Hand, product: string) => Promise<void>) => {
  const other = await colleague(hand.script, `other-${hand.name}@example.com`, 'Olga')
  await hand.open(path)
  await other.open(path)
  await choose(other, SECOND)
  await other.press('Change')
  await other.reads('Changed.')
  await choose(hand, THIRD)
  await hand.press('Change')
  await hand.reads('A colleague just changed this course. Check the changes below, then press Change again.')
  await hand.reads('Olga S')
  await hand.press('Change')
  await hand.reads('Changed.')
  await choose(other, 'American Sign Language 1 (ASL1)')
  await other.press('Change')
  await other.reads('A colleague just changed this course')
  await other.reads('Sam S')
  await other.page.context().close()
}

walk(hands, {
  'Activate 1.1 Course': async hand => {
    await hand.open('/course')
    await hand.type('Context ID', 'nope')
    await hand.press('Find')
    await hand.reads('Course not found')
    await hand.type('Context ID', 'demo-asl1')
    await hand.press('Find')
    await hand.reads('canvas.example')
    if (hand.script) {
      const change = hand.page.locator('main button').getByText('Change', { exact: true })
      await change.scrollIntoViewIfNeeded()
      await hand.page.locator('main button:disabled').getByText('Change', { exact: true }).waitFor()
    }
    await hand.tick(hand.script ? THIRD : SECOND)
    await hand.type('Sign-up ends after', day(hand))
    await hand.press('Change')
    await hand.reads('Changed.')
    await hand.reads('Sam S')
    if (!hand.script) return
    await hand.type('Sign-up ends after', day(hand))
    await hand.press('Clear date')
    await hand.press('Change')
    await hand.reads('Changed.')
    await hand.page.locator('main input[name=expires_at][value=""]').waitFor()
  },
  'Activate 1.3 Course': async hand => {
    const { token } = await makeMembership(app, ['ASL1'])
    await hand.open('/activate_course')
    await hand.press('Find')
    await hand.reads('Token field needs to have a value.')
    await hand.type('Token', token)
    await hand.press('Find')
    await hand.reads('* This is the token above.')
    await hand.choose('Product', SECOND)
    await hand.tick('Create Test Coupon')
    await hand.press('Change')
    await hand.reads(/^TEST[0-9A-Z]{8}$/)
    await hand.reads('Sam S')
  },
  "Courses waiting: reuse of last term's products, and several at once": async hand => {
    const title = `Deaf Culture ${hand.name}`
    const [last, next] = [`${hand.name}-last`, `${hand.name}-next`]
    await opened(last, `${title} Fall 2025`)
    await hand.open('/waiting_courses')
    await hand.choose(`Products of ${title} Fall 2025`, hand.script ? SECOND : THIRD)
    await hand.press(`Activate: ${title} Fall 2025`)
    await hand.reads(`${title} Fall 2025 is activated.`)
    for (const [id, term] of [
      [next, 'Spring 2026'],
      [`${next}-2`, 'Summer 2026'],
      [`${next}-3`, 'Winter 2026'],
    ] as const)
      await opened(id, `${title} ${term}`)
    await hand.open('/waiting_courses')
    await hand.reads(`Same as “${title} Fall 2025” (since `)
    await hand.press(`Activate: ${title} Spring 2026`)
    await hand.reads(`${title} Spring 2026 is activated.`)
    await hand.tick(`Select ${title} Summer 2026`)
    await hand.tick(`Select ${title} Winter 2026`)
    await hand.press('Activate selected courses')
    await hand.reads('2 courses are activated.')
  },
  "two colleagues change a 1.1 course and see each other's change": async hand => {
    const id = `${hand.name}-both`
    await opened(id, 'Two of us')
    await bothSee(hand, `/course/${id}`, (who, product) => who.tick(product))
  },
  "two colleagues change a 1.3 course and see each other's change": async hand => {
    const { token } = await makeMembership(app, ['FREE'])
    await bothSee(hand, `/activate_course/${token}`, (who, product) => who.choose('Product', product))
  },
  'a session that ends during a change loses no input': async hand => {
    const id = `${hand.name}-401`
    await opened(id, 'Long lunch')
    await hand.open(`/course/${id}`)
    await hand.tick(SECOND)
    await hand.type('Sign-up ends after', day(hand))
    const back = await sessionEnds(hand)
    await hand.press('Change')
    await hand.page.getByRole('alert').getByText('Unauthorized.').waitFor()
    await hand.reads('What you entered is still here.')
    await hand.page.getByRole('link', { name: 'Log in in a new tab' }).waitFor()
    await back()
    await hand.press('Send it again')
    await hand.reads('Changed.')
    await hand.page.locator('main input[name=expires_at][value="2030-12-31"]').waitFor()
  },
})
