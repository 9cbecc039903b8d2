import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import t from 'tap'
import { openPage, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startServer } from '../support/running.ts'
import { isLong } from '../support/size.ts'

const server = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t) } })
const browser = await startBrowser(t)

/** Opens the player with its test clip, whose frame n is shown at n/30 s. */
const openPlayer = async (options = {}) => {
  const watched = await openPage(browser, server.base, options)
  await watched.page.goto(`${server.base}/demo/player`)
  return watched
}
const alive = async (options = {}) => {
  const watched = await openPlayer(options)
  await watched.page.getByRole('button', { name: 'Play' }).waitFor()
  await watched.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  return watched
}
const video = <T>(page: Page, read: (v: HTMLVideoElement) => T): Promise<T> => page.locator('video').evaluate(read)
const time = (page: Page) => video(page, v => v.currentTime)
const speed = (page: Page, wanted: number) =>
  page.waitForFunction(wanted => document.querySelector('video')?.playbackRate === wanted, wanted)
const frame = (page: Page, wanted: number) =>
  page.waitForFunction(
    wanted => Math.floor((document.querySelector('video')?.currentTime ?? 0) * 30 + 1e-3) === wanted,
    wanted,
  )
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

t.test("nothing plays until started; without a script the browser's own player shows", async t => {
  const { page, complaints } = await alive()
  // A player with autoplay would start once everything has loaded.
  await page.waitForLoadState('networkidle')
  t.strictSame(await video(page, v => [v.paused, v.currentTime, v.autoplay, v.loop, v.muted, v.played.length]), [
    true,
    0,
    false,
    true,
    true,
    0,
  ])
  await page.locator('video:not([controls])').waitFor()
  await page.locator('.player[data-background=light]').waitFor()
  t.strictSame(complaints, [])
  const bare = await openPlayer({ javaScriptEnabled: false })
  await bare.page.locator('video[controls]').waitFor()
  t.equal(await bare.page.getByRole('button').count(), 0)
})

t.test('works by keyboard alone: frames, speed that is kept, mirror, background, play', async t => {
  const { page, complaints } = await alive()
  await page.locator('.player').focus()
  await seekTo(page, 10.5 / 30)
  for (const expected of [11, 12, 13]) {
    await page.keyboard.press('.')
    await frame(page, expected)
  }
  await page.keyboard.press(',')
  await frame(page, 12)

  for (const slower of [0.75, 0.5, 0.25]) {
    await page.keyboard.press('-')
    await speed(page, slower)
  }
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('radio', { name: '0.25×', checked: true }).waitFor()
  await page.locator('.player').focus()
  await page.keyboard.press('-')
  await page.keyboard.press('+')
  await speed(page, 0.5)

  await page.reload()
  await speed(page, 0.5)
  await page.locator('.player').focus()

  await page.keyboard.press('m')
  await page.locator('video.mirrored').waitFor()
  t.match(await video(page, v => getComputedStyle(v).transform), /^matrix\(-1, 0, 0, 1/)
  await page.keyboard.press('m')
  await page.locator('video:not(.mirrored)').waitFor()
  await page.keyboard.press('g')
  await page.locator('.player[data-background=dark]').waitFor()
  t.equal(await video(page, v => getComputedStyle(v).backgroundColor), 'rgb(13, 26, 31)')

  await page.keyboard.press('Space')
  await page.waitForFunction(() => !document.querySelector('video')?.paused)
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.keyboard.press('k')
  await page.waitForFunction(() => document.querySelector('video')?.paused)
  t.strictSame(complaints, [])
})

t.test('repeats a part until the loop is cleared', async t => {
  const { page, complaints } = await alive()
  await page.getByRole('button', { name: 'More' }).click()
  await page.locator('.player').focus()
  await seekTo(page, 0.5)
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'From here 0:00.5' }).waitFor()
  await seekTo(page, 1)
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'To here 0:01.0' }).waitFor()
  // Half a second of three, on the slider between the middles of its thumb.
  await page.waitForFunction(() => {
    const [band, seek] = ['.player-band', '.player-seek'].map(s => document.querySelector(s)?.getBoundingClientRect())
    const run = (seek?.width ?? 0) - 16
    const [left, width] = [(band?.left ?? 0) - (seek?.left ?? 0), band?.width ?? 0]
    return Math.max(Math.abs(left - 8 - run / 6), Math.abs(width - run / 6)) < 3
  })
  await page.locator('video').evaluate((v: HTMLVideoElement) => {
    v.dataset.rounds = '0'
    v.addEventListener('seeking', () => {
      if (Math.abs(v.currentTime - 0.5) < 0.01) v.dataset.rounds = String(Number(v.dataset.rounds) + 1)
    })
  })
  await page.keyboard.press('Space')
  // Starts at A when at B, and repeats.
  await page.waitForFunction(() => Number(document.querySelector('video')?.dataset.rounds) >= 3)
  await page.keyboard.press('l')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1.5)
  await page.locator('.player-band').waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  await page.locator('video:not([loop])').waitFor({ state: 'attached' })
  t.strictSame(complaints, [])
})

t.test('works by buttons, and arrow keys move the slider', async () => {
  const { page } = await alive()
  await page.getByRole('button', { name: 'Slow' }).click()
  await speed(page, 0.5)
  await page.getByRole('button', { name: 'Slow', pressed: true }).click()
  await speed(page, 1)
  await page.getByRole('button', { name: 'More' }).click()
  for (const name of ['Mirror', 'Dark background', 'From here']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name, pressed: true }).waitFor()
  }
  await page.getByText('0.5×').click()
  await speed(page, 0.5)
  await page.getByRole('button', { name: 'Next frame' }).click()
  await frame(page, 1)
  await page.getByRole('button', { name: 'Play all' }).click()
  await page.getByRole('button', { name: 'Play all', disabled: true }).waitFor()
  await page.getByRole('slider', { name: 'Position' }).focus()
  const before = await time(page)
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(at => (document.querySelector('video')?.currentTime ?? 0) > at, before)
})

t.test('on a phone it has five buttons, in one row below the video, and the others behind "More"', async t => {
  const { page } = await alive({ viewport: { width: 360, height: 740 } })
  /** Runs in the page: names and tops of the controls that can be seen. */
  const seen = () =>
    [...document.querySelectorAll('.player :is(button, input)')].flatMap(control => {
      const { width, top } = control.getBoundingClientRect()
      return width > 1 ? [{ name: control.textContent?.trim(), top }] : []
    })
  const controls = await page.evaluate(seen)
  t.strictSame(
    controls.map(({ name }) => name),
    ['Slow', 'Mirror', 'Repeat', 'Full screen', 'More'],
  )
  t.equal(new Set(controls.map(({ top }) => top)).size, 1)
  // The video is the play button; the one for the keyboard shows when it has the focus.
  await page.locator('.player').focus()
  await page.keyboard.press('Tab')
  t.equal((await page.evaluate(seen))[0]?.name, 'Play')
  await page.locator('video').click()
  await page.waitForFunction(() => !document.querySelector('video')?.paused)
  await page.getByRole('button', { name: 'More' }).click()
  for (const name of ['Next frame', 'Dark background']) await page.getByRole('button', { name }).waitFor()
  await page.getByRole('slider', { name: 'Position' }).waitFor()
})

/** Scripts that a page loads, by their address, with their size in bytes as brotli. */
const scriptsOf = async (path: string): Promise<Map<string, number>> => {
  const { page } = await openPage(browser, server.base)
  await page.goto(server.base + path)
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => entry.name))
  await page.context().close()
  const scripts = [...new Set(names)].filter(name => /\.js(\?|$)/.test(name))
  const sized = scripts.map(async (name): Promise<[string, number]> => {
    const text = await (await fetch(name)).text()
    return [name, brotliCompressSync(text).length]
  })
  return new Map(await Promise.all(sized))
}

t.test('its script is small beside what every page with a script loads', async t => {
  const [player, other] = [await scriptsOf('/demo/player'), await scriptsOf('/fingerspelling')]
  const own = [...player].filter(([name]) => !other.has(name)).reduce((sum, [, bytes]) => sum + bytes, 0)
  t.comment(`${(own / 1000).toFixed(1)} kB of script for the player`)
  t.ok(own > 1000 && own < 12_000, `${own} bytes`)
})

/** Milliseconds from the click on a card to the first frame of its clip, 360 lines high, in the dialog. */
const firstFrame = async (): Promise<number> => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/dictionary?term=Unit+1.1`)
  const took = await page.evaluate(
    () =>
      new Promise<number>(done => {
        const began = performance.now()
        new MutationObserver((_changes, observer) => {
          const video = document.querySelector<HTMLVideoElement>('dialog video')
          if (!video) return
          observer.disconnect()
          video.requestVideoFrameCallback(() => done(performance.now() - began))
        }).observe(document.body, { childList: true, subtree: true })
        document.querySelector<HTMLElement>('[data-sign="good"]')?.click()
      }),
  )
  await page.context().close()
  return took
}

if (isLong)
  t.test('shows the first frame of a clip soon after the click', async t => {
    const times: number[] = []
    for (let run = 0; run < 7; run++) times.push(await firstFrame())
    const [fastest, , , median] = times.toSorted((a, b) => a - b)
    t.comment(`first frame after ${median?.toFixed(0)} ms (median), ${fastest?.toFixed(0)} ms at best`)
  })
