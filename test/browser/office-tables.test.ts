import { eq } from 'drizzle-orm'
import t from 'tap'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { launchDiary, moveSuggestions } from '#src/lti/store/schema.ts'
import { staffScreens } from '#views/index.ts'
import { navOf } from '#views/shell/office.tsx'
import { openPage, overflow, settled } from '../support/browser.ts'
import { launchAt, redeemAt } from '../support/browserless.ts'
import { startOffice } from '../support/office.ts'
import { makeMembership, makePlatform } from '../support/platform.ts'
import { openFlag, pressPay } from '../support/shop.ts'
import { signedInAt } from '../support/staff.ts'

/** Staff tables fit at every width, with long names. */
const { server, db, app, browser } = await startOffice()
const staff = await signedInAt(db)
/** Widths of a phone, tablets in both orientations, and laptops. */
const WIDTHS = [360, 768, 820, 1024, 1180, 1280, 1440]
const PICTURES = process.env.PICTURES

const email = 'florence.nightingale@riverside-community-college.example'
const student = async (context_id: string, over: Record<string, string> = {}) => {
  const person = {
    user_id: 'florence',
    lis_person_contact_email_primary: email,
    lis_person_name_full: 'Florence Nightingale',
  }
  return (await launchAt(server.base, { ...person, context_id, ...over })).token
}

const unpaid = await student('demo-asl1')
const { id } = await pressPay({ base: server.base, token: unpaid })
await openFlag(db, id)
await redeemAt(server.base, await student('demo-asl12'), 'DEMO-ASL1-0001')
await student('conversation-club', { context_title: 'ASL Conversation Club' })
await student('asl-i-evening', {
  context_title: 'American Sign Language I, evening section',
  user_id: 'nora',
  lis_person_contact_email_primary: 'nora@school.example',
  lis_person_name_full: 'Nora Nightingale-Ngata',
})
const riverside = await makePlatform(app, {
  domain: 'riverside-college.brightspace.com',
  clientId: '7d0e6bb1-5a3e-4a0c-9a57-5b1f0b7f5c11',
})
await makePlatform(app, { domain: 'lakeside.moodle.example', isActive: false })
const references = ['7K4MQ-2XNRT', ...Array.from({ length: 12 }, (_, n) => `7K4MQ-2XN${n + 10}`)]
await db.orm.insert(launchDiary).values(
  references.map(reference => ({
    reference,
    version: '1.1' as const,
    outcome: 'signature',
    consumerKey: 'riverside_community_college',
    contextId: 'S3294476-asl-i-evening-section',
    parameters: ['user_id'],
  })),
)
const [was] = await db.orm.select().from(entitlements).where(eq(entitlements.token, unpaid))
const { token } = await makeMembership(app, ['ASL1'])
const [is] = await db.orm.select().from(entitlements).where(eq(entitlements.token, token))
await db.orm.insert(moveSuggestions).values({
  fromId: was!.id,
  toId: is!.id,
  reason: 'The same email, and the same name, in a course of the same title.',
})
await fetch(`${server.base}/codes`, {
  method: 'POST',
  body: new URLSearchParams({ intent: 'make', product_code: 'ASL1', count: '12', max_usage: '1' }),
  headers: { cookie: `${staff.name}=${staff.value}`, origin: server.base },
})

const TABLES = {
  platforms: '/platforms',
  'courses waiting': '/waiting_courses',
  audit: '/audit?looks=yes',
  'launch diary': '/launches',
  payments: '/payments',
  'moved from 1.1': '/moved_from_1_1',
  consumers: '/manage_consumer',
  products: '/manage_product',
  deployments: '/deployments',
  'schools to join': `/schools/${riverside.deployment.schoolId}/join`,
  find: '/find?q=nightingale',
  'access code': '/access_code/DEMO-ASL1-0001',
  'codes made': '/codes',
}

/** Runs in the page: lists table parts that are cut off, and inputs that are too narrow. */
const hidden = (): string[] =>
  [...document.querySelectorAll('.table-frame')].flatMap(frame => {
    const { left, right } = frame.getBoundingClientRect()
    return [...frame.querySelectorAll('td, td *')].flatMap(part => {
      const box = part.getBoundingClientRect()
      const name = `${part.tagName} ${part.textContent?.slice(0, 30)}`
      const beyond = Math.round(Math.max(left - box.left, box.right - right))
      if (box.width > 0 && beyond > 1 && !part.closest('.token')) return [`${name}: ${beyond} px beyond the edge`]
      return part.matches('.input') && box.width < 160 ? [`${name}: ${box.width} px wide`] : []
    })
  })

/** Runs in the page: lists tables that hide some of their rows. */
const cutShort = (): string[] =>
  [...document.querySelectorAll('.table-frame')]
    .filter(frame => frame.scrollHeight > frame.clientHeight)
    .map(frame => frame.ariaLabel ?? '')

const { page } = await openPage(browser, server.base)
await page.context().addCookies([{ ...staff, url: server.base }])

for (const [name, path] of Object.entries(TABLES)) {
  t.test(`${name}: every row fits`, async t => {
    await page.goto(server.base + path)
    t.ok(await page.locator('.table-frame tbody tr').count(), 'there are rows')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      t.strictSame(await page.evaluate(hidden), [], `at ${width} px`)
      t.strictSame(await page.evaluate(cutShort), [], `shows all rows at ${width} px`)
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${width}.png`, fullPage: true })
    }
  })
}

t.test('the header row of a long list stays below the bar while the page scrolls', async t => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.goto(`${server.base}/access_code`)
  const row = page.locator('#list-rows tbody tr').nth(30)
  await row.scrollIntoViewIfNeeded()
  const tops = await page.evaluate(() =>
    ['.bar', '#list-rows th'].map(place => document.querySelector(place)?.getBoundingClientRect()),
  )
  const [bar, head] = tops
  t.equal(head?.top, bar?.bottom)
})

/** Names, titles, addresses and notes that people choose. */
const WORDS: Record<string, string[]> = {
  schools: ['name', 'contact', 'note'],
  courses: ['context_id', 'title', 'label'],
  people: ['name', 'given_name', 'email', 'lti_user_id'],
  products: ['name'],
  staff_users: ['first_name'],
  coupon_batches: ['note'],
  platforms: ['domain', 'issuer', 'client_id'],
  deployments: ['deployment_id', 'seen_name', 'seen_title'],
  help_requests: ['text'],
  launch_diary: ['school', 'context_id', 'detail'],
  audit: ['reason', 'subject_key'],
  move_suggestions: ['reason'],
  signs: ['gloss'],
}

t.test('a word of a hundred letters makes no staff page wider than the window', async t => {
  for (const [table, columns] of Object.entries(WORDS)) {
    const long = columns.map(column => `${column} = repeat('W', 100) || id`)
    await db.client.query(`update ${table} set ${long.join(', ')}`)
  }
  const listed = navOf(staffScreens).filter(({ isUnlisted }) => !isUnlisted)
  const things = ['/courses/1', '/schools/1', '/people/1', '/codes/1', `/activate_course/${token}`, `/token/${token}`]
  for (const path of new Set([
    ...listed.map(({ href }) => href),
    ...Object.values(TABLES),
    ...things,
    '/find?q=wwwwwwww',
  ]))
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      if (width === 390) await page.goto(server.base + path)
      t.ok((await overflow(page)) <= 0, `${path} at ${width} px`)
    }
})
