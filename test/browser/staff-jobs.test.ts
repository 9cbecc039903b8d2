import { appendFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { codeKey } from '#src/access/rules/access-code.ts'
import { coupons } from '#src/access/store/schema/coupons.ts'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { systemClock } from '#src/core/clock.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { fillTerm } from '#src/practice/term.ts'
import { consumerVault } from '../support/app.ts'
import { settled } from '../support/browser.ts'
import { launchAt, redeemAt } from '../support/browserless.ts'
import { reach, startOffice } from '../support/office.ts'
import { pressPay } from '../support/shop.ts'
import { isLong } from '../support/size.ts'
import { until } from '../support/until.ts'

/**
 * Counts the steps of the commonest jobs of staff by keyboard alone; in the long suite also with a mouse, and amid a term
 * of practice data. The table in docs/rules/staff.md has the numbers.
 */
const { server, db, colleague } = await startOffice()
const size = { schools: 40, courses: 50, students: 2000 }
if (isLong) await fillTerm({ db, clock: systemClock, timezone: 'America/Chicago', secrets: consumerVault }, size)

type Way = 'mouse' | 'keyboard'

/** A colleague at work. A field is something typed or chosen; Enter in a field counts as a click. */
interface Worker {
  way: Way
  page: Page
  /** Opens a page of the menu, where the counting begins. */
  open(path: string): Promise<void>
  /** Begins to count anew. */
  begin(): void
  find(words: string): Promise<void>
  type(label: string, text: string): Promise<void>
  enter(): Promise<void>
  press(name: string | RegExp): Promise<void>
  unfold(summary: string): Promise<void>
  reads(text: string | RegExp): Promise<void>
  /** Returns the steps since the page was opened. */
  steps(): { fields: number; clicks: number }
  /** Tab stops since the page was opened. */
  tabs(): number
}

const worker = async (way: Way): Promise<Worker> => {
  const { page } = await colleague(true, `${way}@example.com`)
  const main = page.locator('main')
  let fields = 0
  let clicks = 0
  let tabs = 0
  const goTo = async (target: Locator) => {
    if (way === 'mouse') return target.click()
    tabs += await reach(page, target)
  }
  const activate = async (target: Locator) => {
    clicks++
    await goTo(target)
    if (way === 'keyboard') await page.keyboard.press('Enter')
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    await settled(page)
  }
  const fill = async (text: string) => {
    fields++
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  }
  const enter = async () => {
    clicks++
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await settled(page)
  }
  const begin = () => {
    fields = 0
    clicks = 0
    tabs = 0
  }
  return {
    way,
    page,
    begin,
    async open(path) {
      await page.goto(server.base + path)
      begin()
      const skip = page.locator('.skip')
      if (way === 'keyboard' && (await page.evaluate(() => document.activeElement === document.body))) {
        await reach(page, skip)
        await page.keyboard.press('Enter')
      }
    },
    async find(words) {
      await goTo(main.getByLabel('Search for'))
      await fill(words)
      await enter()
    },
    async type(label, text) {
      const target = main.getByLabel(label, { exact: true }).first()
      await target.waitFor()
      await goTo(target)
      await fill(text)
    },
    enter,
    press: name =>
      activate(main.getByRole('button', { name, disabled: false }).or(main.getByRole('link', { name })).first()),
    unfold: summary => activate(main.locator('summary').getByText(summary, { exact: true }).first()),
    async reads(text) {
      await main.getByText(text).first().waitFor()
      await settled(page)
    },
    steps: () => ({ fields, clicks }),
    tabs: () => tabs,
  }
}

let students = 0
/** A new student with a name of their own. */
const student = async (course = 'demo-asl1', over: Record<string, string> = {}) => {
  const name = `Quill Marsh${String.fromCharCode(97 + (students % 26))}${++students}`
  const email = `quill${students}@school.example`
  const person = { user_id: email, lis_person_contact_email_primary: email, lis_person_name_full: name }
  const { token } = await launchAt(server.base, { context_id: course, ...person, ...over })
  return { name, email, token, person }
}

let codes = 0
const withCode = async (course = 'demo-asl1') => {
  const code = `DEMO-ASL1-00${String(++codes).padStart(2, '0')}`
  const who = await student(course)
  await redeemAt(server.base, who.token, code)
  return { ...who, code }
}

const payer = async () => {
  const who = await student()
  const { id } = await pressPay({ base: server.base, token: who.token })
  await fetch(`${server.base}/demo/checkout/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ card: '4242' }),
    redirect: 'manual',
  })
  await until('the payment arrived', async () => {
    const [row] = await db.orm.select().from(entitlements).where(eq(entitlements.token, who.token))
    return row?.processedAt
  })
  return { ...who, session: id }
}

/** People on the pasted list. Their number changes no step. */
const MANY = isLong ? 20 : 4

interface Job {
  fields: number
  clicks: number
  run(me: Worker): Promise<void>
}

/** The jobs, each with its steps in the table. */
const JOBS: Record<string, Job> = {
  'Release a code': {
    fields: 2,
    clicks: 2,
    async run(me) {
      const { code } = await withCode()
      await me.open('/access_code')
      await me.type('Access code', code)
      await me.enter()
      await me.type('Reason', 'lost the card')
      await me.press('Release')
      await me.reads(`${code} can be used again.`)
    },
  },
  "Transfer a code to the same person's other course": {
    fields: 2,
    clicks: 3,
    async run(me) {
      const { code, person } = await withCode()
      await launchAt(server.base, { context_id: 'demo-asl12', ...person })
      await me.open('/access_code')
      await me.type('Access code', code)
      await me.enter()
      await me.press(/^Transfer to .*…$/)
      await me.type('Reason', 'changed course')
      await me.press('Transfer')
      await me.reads('now counts for the other course')
    },
  },
  'Transfer a code to another person': {
    fields: 3,
    clicks: 3,
    async run(me) {
      const { code } = await withCode()
      const other = await student()
      await me.open('/access_code')
      await me.type('Access code', code)
      await me.enter()
      await me.type('Transfer to', other.name)
      await me.enter()
      await me.type('Reason', 'gave it to a classmate')
      await me.press('Transfer')
      await me.reads(other.email)
    },
  },
  "Refund a payment, from the person's name": {
    fields: 2,
    clicks: 3,
    async run(me) {
      const { name } = await payer()
      await me.open('/find')
      await me.find(name)
      await me.press(/^Refund \$49\.00…$/)
      await me.type('Reason', 'dropped the course')
      await me.press(/^Refund/)
      await me.reads('Refunded')
    },
  },
  'Let one person in, from the name': {
    fields: 1,
    clicks: 2,
    async run(me) {
      const { name } = await student()
      await me.open('/find')
      await me.find(name)
      await me.press('Let in: paid another way')
      await me.reads('Has had access')
    },
  },
  'Let one person in, from their page': {
    fields: 0,
    clicks: 1,
    async run(me) {
      const { token } = await student()
      const [row] = await db.orm.select().from(entitlements).where(eq(entitlements.token, token))
      await me.open(`/people/${row!.personId}`)
      await me.press('Let in: paid another way')
      await me.reads('Has had access')
    },
  },
  'Let one of two people of a name in': {
    fields: 1,
    clicks: 2,
    async run(me) {
      const name = `Robin Twice ${me.way}`
      for (const user_id of ['one', 'two'])
        await launchAt(server.base, { user_id: `${user_id}-${me.way}`, lis_person_name_full: name })
      await me.open('/find')
      await me.find(name)
      await me.press('Let in: paid another way')
      await me.reads(`Processed: ${name} has access.`)
    },
  },
  "Activate a stuck student's course, from the name": {
    fields: 1,
    clicks: 2,
    async run(me) {
      const { name } = await student(`stuck-${me.way}`)
      await me.open('/find')
      await me.find(name)
      await me.press(/^Activate with /)
      await me.reads(/is activated/)
    },
  },
  'Let 20 people in, from their emails': {
    fields: 2,
    clicks: 2,
    async run(me) {
      const people = []
      for (let each = 0; each < MANY; each++) people.push(await student())
      await me.open('/paste_list')
      await me.type('Emails or codes', people.map(p => p.email).join(', '))
      await me.press('Show what will happen')
      await me.type('Reason', 'paid by invoice')
      await me.press(new RegExp(`\\(${MANY}\\)`))
      await me.reads(`Done for ${MANY} of ${MANY}.`)
    },
  },
  'Activate one waiting course': {
    fields: 0,
    clicks: 1,
    async run(me) {
      // Students rename demo-asl1 to ASL 1. The same name but for its term, so that its products are preselected.
      const title = `ASL 1, ${me.way === 'mouse' ? 'Spring' : 'Fall'} 2031`
      await student()
      await student(`waits-${me.way}`, { context_title: title })
      await me.open('/waiting_courses')
      await me.press(new RegExp(`^Activate: ${title}`))
      await me.reads(/activated/i)
    },
  },
  'Activate five waiting courses of a school': {
    fields: 0,
    clicks: 1,
    async run(me) {
      await student()
      for (let each = 0; each < 5; each++)
        await student(`five-${me.way}-${each}`, { context_title: `ASL 1, Fall 204${each}` })
      await me.open('/waiting_courses')
      await me.press(/^Activate all \d+ of True Hands Academy/)
      await me.reads(/activated/i)
    },
  },
  'Find a payment by amount and day': {
    fields: 1,
    clicks: 1,
    async run(me) {
      await me.open('/find')
      await me.find(`$49.00 ${dayOf(new Date(), 'America/Chicago')}`)
      await me.reads('Payments')
    },
  },
  'Take back a wrong end date of a code': {
    fields: 0,
    clicks: 1,
    async run(me) {
      const code = `DEMO-ASL2-00${me.way === 'mouse' ? '01' : '02'}`
      await me.open(`/access_code/${code}`)
      await me.type('Good until', '01022031')
      await me.press('Change')
      await me.reads('01/02/31')
      me.begin()
      await me.press('Undo')
      await me.reads('Undone')
      const [row] = await db.orm
        .select()
        .from(coupons)
        .where(eq(coupons.codeKey, codeKey(code)))
      t.equal(row?.expiresAt, null)
    },
  },
}

/** A page that opens where its work is needs few Tab stops. */
const MOST_TABS = 15

for (const way of isLong ? (['keyboard', 'mouse'] as const) : (['keyboard'] as const)) {
  const me = await worker(way)
  for (const [name, { fields, clicks, run }] of Object.entries(JOBS)) {
    t.test(`${name}, by ${way}`, async t => {
      await run(me)
      if (process.env.STEPS)
        appendFileSync(process.env.STEPS, `${JSON.stringify({ name, way, ...me.steps(), tabs: me.tabs() })}\n`)
      t.strictSame(me.steps(), { fields, clicks })
      t.ok(me.tabs() <= MOST_TABS, `${me.tabs()} Tab stops`)
    })
  }
}
