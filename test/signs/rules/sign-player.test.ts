import fc from 'fast-check'
import t from 'tap'
import {
  actionOfKey,
  band,
  clock,
  isVideoFile,
  jump,
  mark,
  nextFrameTime,
  nextSpeed,
} from '#src/signs/rules/sign-player.ts'
import { holds } from '../../support/property.ts'

t.test('plays files in our player and other pages in a frame', async t => {
  t.ok(isVideoFile('https://v.example/a.mp4'))
  t.ok(isVideoFile('https://v.example/a.WEBM?x=1'))
  t.notOk(isVideoFile('https://v.example/embed/mp4/a'))
})

t.test('speeds end at a quarter and at one', async t => {
  t.strictSame([nextSpeed(1, 1), nextSpeed(1, -1), nextSpeed(0.25, -1), nextSpeed(0.25, 1)], [1, 0.75, 0.25, 0.5])
})

t.test('maps keys to actions', async t => {
  t.strictSame([' ', 'M', 'a', ',', '+', '='].map(actionOfKey), [
    'play',
    'mirror',
    'mark-a',
    'frame-back',
    'faster',
    'faster',
  ])
  for (const key of ['x', 'toString', 'ArrowLeft', 'Tab']) t.equal(actionOfKey(key), null)
})

t.test('a loop always starts before its end', async t => {
  const moment = fc.double({ min: 0, max: 60, noNaN: true })
  const marks = fc.array(fc.tuple(fc.constantFrom('a' as const, 'b' as const), moment))
  holds(t, 'always', [marks], all => {
    const loop = all.reduce((l, [end, at]) => mark(l, end, at), { a: null, b: null } as Parameters<typeof mark>[0])
    return loop.a === null || loop.b === null || loop.a < loop.b
  })
  t.equal(jump({ a: 1, b: 2 }, 2.01), 1)
  t.equal(jump({ a: 1, b: 2 }, 1.99), null)
  t.equal(jump({ a: 1, b: null }, 9), null)
  t.equal(jump({ a: null, b: 1 }, 9), null)
})

t.test('the band on the slider is the repeated part', async t => {
  t.strictSame(band({ a: 1, b: 2 }, 4), { from: 0.25, to: 0.5 })
  t.strictSame(band({ a: 1, b: null }, 4), { from: 0.25, to: 0.25 }, 'one end is a line')
  t.strictSame(band({ a: null, b: 9 }, 4), { from: 1, to: 1 })
  t.equal(band({ a: null, b: null }, 4), null)
  t.equal(band({ a: 1, b: 2 }, 0), null, "before the video's length is known")
})

t.test('steps reach every frame and stay inside the video', async t => {
  const frame = 1 / 30
  let at = 0
  for (let n = 1; n < 90; n++) {
    at = nextFrameTime(at, 1, frame, 3)
    t.equal(Math.floor(at / frame), n)
  }
  for (let n = 88; n >= 0; n--) at = nextFrameTime(at, -1, frame, 3)
  t.equal(Math.floor(at / frame), 0)
  t.ok(nextFrameTime(0, -1, frame, 3) >= 0)
  t.ok(nextFrameTime(3, 1, frame, 3) < 3)
})

t.test('formats the time', async t => {
  t.strictSame([0, 2.44, 61.99, Number.NaN, -1].map(clock), ['0:00.0', '0:02.4', '1:01.9', '0:00.0', '0:00.0'])
})
