import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import t from 'tap'
import help from '#src/texts/en/pages/help.ts'
import signUpTexts from '#src/texts/en/pages/join.ts'
import { openPage, settled, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { CHAT, makeChatEmulator } from '../support/emulators/chat.ts'
import { launchPath } from '../support/launched.ts'
import { startServer } from '../support/running.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

/** The help chat of the payment pages in a browser, with an emulated vendor on its own port. */
const vendor = makeChatEmulator()
const chatBase = await vendor.listen({ port: 0, host: '127.0.0.1' })
t.teardown(async () => {
  vendor.server.closeAllConnections()
  await vendor.close()
})
const DATABASE_URL = await freshDatabaseUrl(t)
const server = await startServer(t, {
  env: {
    DATABASE_URL,
    CHAT_PROVIDER: 'chatwoot',
    CHAT_BASE_URL: chatBase,
    CHAT_WEBSITE_TOKEN: CHAT.websiteToken,
    CHAT_HMAC_TOKEN: CHAT.hmacToken,
  },
})
const db = await openAt(t, DATABASE_URL)
const browser = await startBrowser(t)
const JOIN = 'c_demo-asl1-join-link'
const FORM = `/pay?token=${JOIN}`

interface Seen {
  asked: string[]
  refused: object[]
  contacts: { identifier: string | null; email: string; name: string; attributes: Record<string, string> }[]
}

const seen = async (): Promise<Seen> => (await vendor.inject('/__control/requests')).json()
const arm = (script: string) => vendor.inject({ method: 'POST', url: '/__control/fail', payload: { script } })
const told = (what: string, found: (contact: Seen['contacts'][number]) => boolean) =>
  until(what, async () => (await seen()).contacts.find(found))

/** Opens a new page; requests to the vendor are expected, all others are reported. */
const open = async (t: Test, path: string, script = 'there') => {
  await vendor.inject({ method: 'POST', url: '/__control/reset' })
  await arm(script)
  const { page, complaints } = await openPage(browser, server.base)
  t.teardown(() => page.context().close())
  await page.goto(server.base + path, { waitUntil: 'domcontentloaded' })
  return { page, strange: () => complaints.filter(c => !c.startsWith(`foreign request ${chatBase}/`)) }
}

const launched = (person: string, over: Record<string, string> = {}) =>
  launchPath(server.base, 'demo-asl1', { user_id: person, ...over })

/** The sign-up form still works and shows errors at the field without a new page. */
const formAnswers = async (page: Page) => {
  await settled(page)
  await page.getByLabel('Name', { exact: true }).fill('Ana')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByText(signUpTexts.faults.name_not_two).waitFor()
  await page.getByText(help.askForHelp).click()
  await page.getByLabel('What do you need help with?').waitFor()
}

t.test('by LTI 1.1 the chat gets the course fields and the email, with a hash that proves the person', async t => {
  const href = await launched('ana', { lis_person_contact_email_primary: 'ana@school.example' })
  const { page, strange } = await open(t, href)
  await page.getByRole('button', { name: 'Open chat window' }).waitFor()
  const contact = await told('the chat knows the person', c => c.attributes.enroll_token !== undefined)
  t.match(contact, { email: 'ana@school.example', identifier: /^signbook-\d+$/ })
  t.strictSame(contact.attributes, {
    enroll_token: new URL(href, server.base).searchParams.get('token'),
    course_id: '101',
    domain: 'canvas.example',
    context_id: 'demo-asl1',
    course_label: 'ASL 1',
    course_title: 'American Sign Language 1',
    email: 'ana@school.example',
  })
  t.strictSame((await seen()).refused, [], 'Chatwoot would have accepted everything')
  t.strictSame(strange(), [])
})

t.test('by LTI 1.3 in a frame the chat gets the membership token and the platform', async t => {
  const { page, strange } = await open(t, '/demo?course=demo-client%2Fdemo-13&person=ana#lms')
  await page.frameLocator('iframe[name=tool]').getByRole('button', { name: 'Open chat window' }).waitFor()
  const { attributes } = await told('the chat knows the person', c => c.attributes.lti_token !== undefined)
  const token = new URL(page.frame({ name: 'tool' })?.url() ?? '').searchParams.get('token')
  t.match(attributes, { lti_token: token, platform_iss: `${server.base}/demo/lms`, context_id: 'demo-13' })
  t.notOk('enroll_token' in attributes)
  t.strictSame(strange(), [])
})

t.test('a person who had a join link open and then comes by LTI 1.3 has only the new token in the chat', async t => {
  const { page, strange } = await open(t, FORM)
  await told('the chat knows the course', c => c.attributes.enroll_token === JOIN)
  await page.goto(`${server.base}/demo?course=demo-client%2Fdemo-13&person=ana#lms`)
  await page.frameLocator('iframe[name=tool]').getByRole('button', { name: 'Open chat window' }).waitFor()
  const { attributes } = await told('the chat gets it', c => c.attributes.lti_token !== undefined)
  t.notOk('enroll_token' in attributes)
  t.match(attributes.lti_token, new URL(page.frame({ name: 'tool' })?.url() ?? '').searchParams.get('token') ?? 'none')
  t.strictSame(strange(), [])
})

t.test("the content security policy allows only the vendor's script", async t => {
  const { page, strange } = await open(t, FORM)
  await page.getByRole('button', { name: 'Open chat window' }).waitFor()
  t.strictSame(strange(), [])
  const blocked = page.evaluate(
    () =>
      new Promise<string>(done => {
        addEventListener('securitypolicyviolation', e => done(`${e.effectiveDirective} ${e.blockedURI}`))
        document.head.append(Object.assign(document.createElement('script'), { src: 'https://other.example/x.js' }))
      }),
  )
  t.equal(await blocked, 'script-src-elem https://other.example/x.js')
})

t.test('a script that loads late still gets the person', async t => {
  const href = await launched('ben', { lis_person_contact_email_primary: 'ben@school.example' })
  const { page, strange } = await open(t, href, 'late')
  await settled(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enter Access Code' }).click()
  await page.getByLabel('Access Code').fill('NO-SUCH-CODE')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('The code given is not right.').waitFor()
  t.strictSame((await seen()).contacts, [], 'the chat knows nobody yet')
  await arm('there')
  const contact = await told('the chat knows the person', c => c.email === 'ben@school.example')
  t.match(contact.identifier, /^signbook-/)
  t.equal(await page.getByLabel('Access Code').inputValue(), 'NO-SUCH-CODE', 'keeps the typed value')
  t.strictSame(strange(), [])
})

t.test("the page and our help form work when the vendor's script is down or blocked", async t => {
  for (const how of ['down', 'blocked'] as const) {
    await vendor.inject({ method: 'POST', url: '/__control/reset' })
    await arm('down')
    const { page } = await openPage(browser, server.base)
    if (how === 'blocked') await page.route(`${chatBase}/**`, route => route.abort())
    const failed =
      how === 'blocked'
        ? page.waitForEvent('requestfailed', request => request.url().startsWith(chatBase))
        : page.waitForEvent('response', answer => answer.url().startsWith(chatBase) && answer.status() === 500)
    await page.goto(server.base + FORM, { waitUntil: 'domcontentloaded' })
    await failed
    await formAnswers(page)
    t.equal(await page.getByRole('button', { name: 'Open chat window' }).count(), 0, how)
    await page.context().close()
  }
})

t.test('without a known person the chat gets only the course, and without a link nothing', async t => {
  const first = await open(t, FORM)
  const contact = await told('the chat knows the course', c => c.attributes.enroll_token === JOIN)
  t.match(contact, { identifier: null, attributes: { context_id: 'demo-asl1' } })
  t.strictSame(first.strange(), [])
  const nowhere = await open(t, '/lti/pay')
  await nowhere.page.getByRole('button', { name: 'Open chat window' }).waitFor()
  t.strictSame(nowhere.strange(), [], "no empty fields are sent, as the vendor's script throws at them")
  const nameless = await open(
    t,
    await launched('nobody', { lis_person_name_full: '', lis_person_contact_email_primary: '' }),
  )
  await told('the chat knows the course', c => c.attributes.context_id === 'demo-asl1')
  t.strictSame(nameless.strange(), [], "a person without name and email is not sent, as the vendor's script throws")
})

t.test('on a shared tablet the next person does not see the previous conversation', async t => {
  const { page, strange } = await open(t, await launched('cleo', { lis_person_name_full: 'Cleo' }))
  await told('the chat knows the first person', c => c.name === 'Cleo')
  const cookie = async () =>
    (await page.context().cookies()).find(c => c.name === 'cw_conversation' && c.value !== '')?.value
  const before = await until('the conversation is stored', cookie)
  await page.goto(server.base + FORM)
  await told('the next person is unknown', c => c.identifier === null && c.attributes.enroll_token === JOIN)
  t.not(await until('a new conversation', cookie), before)
  t.strictSame(strange(), [])
})

t.test('the emulator refuses what Chatwoot refuses', async t => {
  await vendor.inject({ method: 'POST', url: '/__control/reset' })
  t.equal((await vendor.inject('/widget?website_token=wrong')).statusCode, 404)
  const frame = (await vendor.inject(`/widget?website_token=${CHAT.websiteToken}`)).body
  const token = frame.match(/let token = "(\w+)"/)?.[1] ?? ''
  const call = async (path: string, payload: object, method: 'PATCH' | 'POST' = 'PATCH') => {
    const url = `/api/v1/widget/${path}?website_token=${CHAT.websiteToken}`
    return (await vendor.inject({ method, url, headers: { 'x-auth-token': token }, payload })).statusCode
  }
  const hash = (id: string, secret = CHAT.hmacToken) => createHmac('sha256', secret).update(id).digest('hex')
  const user = { identifier: 'a', email: 'a@x.example', name: 'A' }
  t.equal(await call('contact/set_user', { ...user, identifier_hash: hash('a', 'another secret') }), 401)
  t.equal(await call('contact/set_user', { ...user, identifier_hash: hash('b') }), 401, "another person's hash")
  t.equal(await call('contact/set_user', user), 401, 'none')
  t.equal(await call('contact/set_user', { ...user, email: 'a', identifier_hash: hash('a') }), 422)
  t.equal(await call('contact/set_user', { ...user, identifier_hash: hash('a') }), 200)
  t.equal(await call('contact', { custom_attributes: { course: { id: 1 } } }), 422, 'custom attributes must be flat')
  t.equal(await call('contact', { custom_attributes: { course: '1' } }), 200)
  t.equal(await call('conversations/set_custom_attributes', { custom_attributes: { course: '1' } }, 'POST'), 404)
})

t.test('a K-12 school shows the help form, no vendor script, and the line for parents', async t => {
  await db.client.query(
    "update schools set is_k12 = true where id = (select school_id from consumers where key = 'twa_demo')",
  )
  for (const path of [FORM, `/verify?course=${JOIN}`, await launched('kim')]) {
    const { page, strange } = await open(t, path)
    await page.waitForLoadState('load')
    await settled(page)
    t.equal(await page.getByText(help.askForHelp).count(), 1)
    await page.getByText(help.askForHelp).click()
    await page.getByRole('link', { name: 'support@signbook.example' }).waitFor()
    t.equal(await page.getByText(signUpTexts.parent).count(), path.startsWith('/lti') ? 0 : 1)
    const policy = (await page.request.get(server.base + path)).headers()['content-security-policy'] ?? ''
    t.notMatch(policy, chatBase, 'the policy does not name the vendor either')
    t.strictSame((await seen()).asked, [])
    t.strictSame(strange(), [])
  }
})
