import type { Page } from 'playwright-core'
import t from 'tap'
import { openPage, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startServer } from '../support/running.ts'

const server = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t) } })
const browser = await startBrowser(t)

/** The player with its test clip, whose frame n stands at n/30 s. */
const openPlayer = async (options = {}) => {
  const watched = await openPage(browser, server.base, options)
  await watched.page.goto(`${server.base}/demo/player`)
  return watched
}
const alive = async () => {
  const watched = await openPlayer()
  await watched.page.getByRole('button', { name: 'Play' }).waitFor()
  await watched.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  return watched
}
const video = <T>(page: Page, read: (v: HTMLVideoElement) => T): Promise<T> => page.locator('video').evaluate(read)
const time = (page: Page) => video(page, v => v.currentTime)
const frame = async (page: Page) => Math.floor((await time(page)) * 30 + 1e-3)
const seekTo = async (page: Page, at: number) => {
  await page.locator('video').evaluate(
    (v: HTMLVideoElement, at) =>
      new Promise<void>(done => {
        v.addEventListener('seeked', () => done(), { once: true })
        v.currentTime = at
      }),
    at,
  )
}

t.test('nothing moves until somebody starts it; without a script it is the browser\u2019s own player', async t => {
  const { page, complaints } = await alive()
  await page.waitForTimeout(700)
  t.strictSame(await video(page, v => [v.paused, v.currentTime, v.autoplay, v.loop, v.muted, v.controls]), [
    true,
    0,
    false,
    false,
    true,
    false,
  ])
  t.equal(await page.locator('.player').getAttribute('data-ground'), 'light')
  t.strictSame(complaints, [])
  const bare = await openPlayer({ javaScriptEnabled: false })
  t.equal(await bare.page.locator('video[controls]').count(), 1)
  t.equal(await bare.page.getByRole('button').count(), 0)
})

t.test('by keyboard alone: play, speed, frames, mirror, loop, ground', async t => {
  const { page, complaints } = await alive()
  await page.locator('.player').focus()
  await page.keyboard.press('Space')
  await page.waitForFunction(() => !document.querySelector('video')?.paused)
  await page.keyboard.press('k')
  await page.waitForFunction(() => document.querySelector('video')?.paused)

  for (const speed of [0.75, 0.5, 0.25, 0.25]) {
    await page.keyboard.press('-')
    t.equal(await video(page, v => v.playbackRate), speed)
  }
  t.ok(await page.getByRole('radio', { name: '0.25×' }).isChecked())
  await page.keyboard.press('+')
  t.equal(await video(page, v => v.playbackRate), 0.5)

  await seekTo(page, 10.5 / 30)
  for (const expected of [11, 12, 13]) {
    await page.keyboard.press('.')
    t.equal(await frame(page), expected, `frame ${expected}`)
  }
  await page.keyboard.press(',')
  t.equal(await frame(page), 12, 'and one back')

  await page.keyboard.press('m')
  t.match(await video(page, v => getComputedStyle(v).transform), /^matrix\(-1, 0, 0, 1/)
  await page.keyboard.press('m')
  t.equal(await video(page, v => getComputedStyle(v).transform), 'none')

  await page.keyboard.press('g')
  t.equal(await page.locator('.player').getAttribute('data-ground'), 'dark')
  t.equal(await video(page, v => getComputedStyle(v).backgroundColor), 'rgb(13, 26, 31)')

  await seekTo(page, 0.5)
  await page.keyboard.press('a')
  await seekTo(page, 1)
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Repeat from here' }).getByText('A 0:00.5').waitFor()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await page.keyboard.press('Space')
  const seen: number[] = []
  for (let n = 0; n < 40; n++) {
    await page.waitForTimeout(50)
    seen.push(await time(page))
  }
  t.ok(
    seen.every(at => at >= 0.45 && at < 1.2),
    `stays between A and B: ${Math.min(...seen)} to ${Math.max(...seen)}`,
  )
  t.ok(
    seen.some((at, i) => i > 0 && at < seen[i - 1]! - 0.2),
    'and came round again',
  )
  await page.keyboard.press('l')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1.3)
  t.strictSame(complaints, [])
})

t.test('the same by buttons, and arrows move the slider', async t => {
  const { page } = await alive()
  for (const name of ['Mirror', 'Dark stage', 'Repeat from here']) {
    await page.getByRole('button', { name }).click()
    t.equal(await page.getByRole('button', { name }).getAttribute('aria-pressed'), 'true', name)
  }
  await page.getByText('0.5×').click()
  t.equal(await video(page, v => v.playbackRate), 0.5)
  await page.getByRole('button', { name: 'One frame on' }).click()
  t.equal(await frame(page), 1)
  await page.getByRole('button', { name: 'No loop' }).click()
  t.ok(await page.getByRole('button', { name: 'No loop' }).isDisabled())
  await page.getByRole('slider', { name: 'Position' }).focus()
  const before = await time(page)
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(at => (document.querySelector('video')?.currentTime ?? 0) > at, before)
  t.ok((await time(page)) > before)
})
