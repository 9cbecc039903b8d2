import t from 'tap'
import { openPage, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { requireFfmpeg } from '../support/ffmpeg.ts'
import { startServer } from '../support/running.ts'
import { signedInAt } from '../support/staff.ts'

requireFfmpeg()
/** ffmpeg has the lowest priority, so on a busy machine it works last. */
const MAKING_MS = 300_000
const DATABASE_URL = await freshDatabaseUrl(t)
const server = await startServer(t, { env: { DATABASE_URL } })
const staff = await signedInAt(await openAt(t, DATABASE_URL))
const browser = await startBrowser(t, ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
const asStaff = { extraHTTPHeaders: { cookie: `${staff.name}=${staff.value}` } }

/** Opens a page whose camera has a small picture: files of 720 lines take many times as long to make. */
const openStudio = async () => {
  const watched = await openPage(browser, server.base, asStaff)
  await watched.page.addInitScript(() => {
    const media = navigator.mediaDevices
    const ask = media.getUserMedia.bind(media)
    media.getUserMedia = wanted => ask({ ...wanted, video: { width: 320, height: 180 } })
  })
  return watched
}

t.test('a clip goes from the camera through review into the dictionary and plays', async t => {
  const { page, complaints } = await openStudio()
  await page.goto(`${server.base}/clips`)
  await page.getByRole('checkbox', { name: 'I agree to this for my clips' }).check()
  await page.getByRole('button', { name: 'Save my consent' }).click()
  await page.getByRole('button', { name: 'Save my consent' }).waitFor({ state: 'detached' })
  await page.goto(`${server.base}/clips/sign/hello`)
  await page.locator('.camera-stage:focus').waitFor()
  const shown = () => page.locator('.studio .clip-meaning .gloss').textContent()
  let presses = 0
  const press = async (key: string) => {
    presses++
    await page.keyboard.press(key)
  }
  /** The key starts the countdown; Space stops once there is a second of picture. Returns the next sign. */
  const record = async (key: string) => {
    await press(key)
    await page.locator('.camera[data-state=recording]').waitFor()
    const begun = await page.locator('.camera video').evaluate((v: HTMLVideoElement) => v.currentTime)
    await page.waitForFunction(
      from => (document.querySelector<HTMLVideoElement>('.camera video')?.currentTime ?? 0) > from + 1.2,
      begun,
    )
    await press('Space')
    await page.locator('.camera[data-state=ready]').waitFor()
    return shown()
  }
  t.equal(await shown(), 'HELLO')
  t.match(await page.locator('.studio .clip-meaning').textContent(), 'hello', 'its meaning is beside the picture')
  const second = await record('Space')
  t.not(second, 'HELLO', 'the next sign comes by itself')
  t.equal(await record('r'), second, 'the last sign was recorded again')
  const third = await record('Space')
  await record('Space')
  t.equal(presses, 8)
  const sent = page.locator('.takes .tag-good')
  await page.waitForFunction(() => document.querySelectorAll('.takes .tag-good').length === 3)
  t.strictSame(
    (await page.locator('.takes .gloss').allTextContents()).toReversed(),
    ['HELLO', second, third],
    'one take of each, the last one sent by itself',
  )
  // A key that is typed into a field does nothing.
  await page.getByText('Signer, day and form of these clips').click()
  await page.getByLabel('Region or variant').focus()
  await page.keyboard.type('r ')
  t.equal(await page.locator('.camera').getAttribute('data-state'), 'ready')
  t.equal(await sent.count(), 3)

  const first = await page.locator('.takes a', { hasText: 'HELLO' }).first().getAttribute('href')
  const last = await page.locator('.takes a').first().getAttribute('href')
  await page.goto(`${server.base}${last}`)
  await page.locator('[value=publish]').waitFor({ timeout: MAKING_MS })
  await page.goto(`${server.base}${first}`)
  await page.locator('.player:focus').waitFor({ timeout: MAKING_MS })
  t.match(await page.locator('.clip-meaning').textContent(), 'HELLO', 'its meaning is beside the player')
  await page.keyboard.press('p')
  await page.getByText('HELLO: The clip is published. This is the next one to review.').waitFor()
  await page.locator('.player:focus').waitFor()
  const sentBack = page.url()
  const reviewed = page.locator('.player video')
  await reviewed.evaluate((v: HTMLVideoElement) => {
    v.currentTime = 0.2
  })
  await page.getByRole('button', { name: 'Time shown now' }).click()
  t.equal(await page.getByLabel('At second').inputValue(), '0.20')
  await page.locator('.player').focus()
  await page.keyboard.press('s')
  await page.keyboard.type('The hands leave the frame, s.')
  await page.keyboard.press('Control+Enter')
  await page.getByText(`${second}: The clip was sent back to the signer.`).waitFor()
  await page.goto(sentBack)
  await page.getByRole('button', { name: '0:00.2' }).click()
  t.equal(await reviewed.evaluate((v: HTMLVideoElement) => v.currentTime), 0.2, 'a comment leads to its time')
  await page.goto(`${server.base}${first}`)
  await page.getByText('The dictionary shows this clip.').waitFor()

  await page.goto(`${server.base}/dictionary?term=hello`)
  await page.locator('[data-sign=hello] .card-clip img').waitFor()
  await page.locator('[data-sign=hello]').click()
  const video = page.locator('dialog video.stage')
  await video.waitFor()
  t.match(await video.getAttribute('poster'), /^\/media\/[0-9a-f]{64}\.webp$/)
  t.ok(await video.evaluate((v: HTMLVideoElement) => v.paused), 'starts still with reduced motion')
  // The focus is on a link of the dialog: the space bar works, letters wait for the focus in the player.
  await page.getByRole('link', { name: 'Close' }).focus()
  await page.keyboard.press('Space')
  await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('dialog video')?.currentTime ?? 0) > 0.2)
  await page.keyboard.press('m')
  await page.locator('dialog .player').first().focus()
  await page.keyboard.press('g')
  await page.locator('dialog .player[data-background=dark]').waitFor()
  t.equal(await page.locator('dialog video.mirrored').count(), 0, 'M outside the player did nothing')
  await page.keyboard.press('m')
  await page.locator('dialog video.mirrored').waitFor()
  t.strictSame(complaints, [])

  const moving = await openPage(browser, server.base, { reducedMotion: 'no-preference' })
  await moving.page.goto(`${server.base}/dictionary?term=hello`)
  await moving.page.locator('[data-sign=hello] .card-clip').hover()
  await moving.page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('.card-clip video')?.currentTime ?? 0) > 0.1,
  )
  await moving.page.locator('[data-sign=hello]').click()
  await moving.page.waitForFunction(() => !document.querySelector<HTMLVideoElement>('dialog video')?.paused)
  const playing = () => [...document.querySelectorAll('video')].filter(v => !v.paused).length
  await moving.page.waitForFunction(playing)
  t.equal(await moving.page.evaluate(playing), 1, 'never two at once')
  t.strictSame(moving.complaints, [])

  const bare = await openPage(browser, server.base, { javaScriptEnabled: false })
  await bare.page.goto(`${server.base}/dictionary?term=hello&sign=hello`)
  await bare.page.locator('video[controls][poster]').waitFor()
})

t.test('a take that cannot be sent is kept, and the browser asks before the page closes', async t => {
  const { page } = await openStudio()
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  const uploads = '**/api/clips/uploads'
  await page.route(uploads, route =>
    route.fulfill({ status: 422, contentType: 'application/json', body: '{"error":"No room."}' }),
  )
  await page.goto(`${server.base}/clips/sign/fine`)
  await page.locator('.camera-stage:focus').waitFor()
  await page.keyboard.press('Space')
  await page.locator('.camera[data-state=recording]').waitFor()
  // Stopped at once, there would be no picture yet.
  await page.waitForTimeout(500)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Send this take' }).click()
  await page.getByText('Not sent: No room.').waitFor()
  await page.unroute(uploads)
  await page.route(uploads, route => route.abort())
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The server does not answer. We keep trying.').waitFor()
  await page.getByText('Not sent yet: 1. Keep this page open.').waitFor()
  await page.goto(`${server.base}/clips`)
  t.strictSame(dialogs, ['beforeunload'], 'the browser asks first')
})

t.test('files that are dropped while others are sent are sent too, and those that are not are named', async t => {
  const { page, complaints } = await openPage(browser, server.base, asStaff)
  const uploads = '**/api/clips/uploads'
  const filesOf = (...names: string[]) =>
    names.map(name => ({ name, mimeType: 'video/mp4', buffer: Buffer.from(`\0\0\0\u0014ftypisom${name}`) }))
  /** Drops files, and two more while the first one waits for its answer. */
  const drop = async (name: string) => {
    let release = () => {}
    const released = new Promise<void>(done => {
      release = done
    })
    const asked = page.waitForRequest(uploads)
    await page.route(uploads, async route => {
      await released
      await route.fallback()
    })
    await page.goto(`${server.base}/clips/files`)
    const field = page.locator('input.drop')
    await field.setInputFiles(filesOf(`${name}-1.mp4`, `${name}-2.mp4`))
    await asked
    await page.getByLabel('Region or variant').first().fill('Texas')
    await field.setInputFiles(filesOf(`${name}-3.mp4`, `${name}-4.mp4`))
    await page.getByText('0 of 4 files').waitFor()
    release()
    await page.getByRole('link', { name: 'See what they still need' }).waitFor()
    return page.locator('.sending').textContent()
  }
  t.match(await drop('IMG'), '4 of 4 files4 files are here. See')
  await page.getByRole('link', { name: 'See what they still need' }).click()
  const variant = (n: number) => page.getByLabel(`Region or variant in IMG-${n}.mp4`).inputValue()
  t.strictSame(
    await Promise.all([1, 2, 3, 4].map(variant)),
    ['', '', 'Texas', 'Texas'],
    'with the details of their drop',
  )

  let answers = 0
  await page.route(uploads, route =>
    ++answers === 2
      ? route.fulfill({ status: 401, contentType: 'application/json', body: '{"error":"Sign in again."}' })
      : route.fallback(),
  )
  t.match(await drop('MVI'), '2 of 4 files1 files are here. 2 were not sent. Choose them again.')
  t.strictSame(await page.locator('.notice-problem li').allTextContents(), [
    'MVI-2.mp4: Sign in again.',
    'MVI-3.mp4: not sent',
    'MVI-4.mp4: not sent',
  ])
  t.strictSame(complaints, [])
})

t.test('says why there is no picture', async t => {
  for (const [name, said] of [
    ['NotAllowedError', 'The camera is blocked.'],
    ['NotFoundError', "We can't find a camera."],
    ['NotReadableError', 'Another program uses the camera.'],
  ] as const) {
    const { page } = await openPage(browser, server.base, asStaff)
    await page.addInitScript(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`,
    )
    await page.goto(`${server.base}/clips/sign/fine`)
    await page.locator('.camera-stage:focus').waitFor()
    await page.keyboard.press('Space')
    await page.getByText(said).waitFor()
    await page.close()
  }
  const { page } = await openPage(browser, server.base, { ...asStaff, javaScriptEnabled: false })
  await page.goto(`${server.base}/clips/sign/fine`)
  t.ok(await page.getByText('Recording with the camera needs JavaScript.').isVisible())
  t.ok(await page.getByRole('button', { name: 'Upload this file' }).isVisible())
})
