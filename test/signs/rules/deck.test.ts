import t from 'tap'
import type { PublishedClip } from '#src/signs/rules/clip-media.ts'
import { cardKey, cardsFor, showsSign, toDeckCard } from '#src/signs/rules/deck.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { toLessonSign } from '#src/signs/rules/lessons.ts'
import { sampleContent } from '../../support/content.ts'

const { library } = await sampleContent()
const signOf = (gloss: string, over: Partial<Sign> = {}): Sign => ({
  ...library.signs.find(sign => sign.gloss === gloss)!,
  clips: [],
  ...over,
})
const clip: PublishedClip = {
  kind: 'sign',
  variant: '',
  signer: 'Ana',
  recordedOn: '2026-11-01',
  reviewedBy: null,
  reviewedOn: null,
  duration: 2,
  fps: 30,
  files: [
    { role: 'video', name: 'a.mp4', width: 640, height: 360 },
    { role: 'poster', name: 'p.webp', width: 640, height: 360 },
    { role: 'thumbnail', name: 't.webp', width: 160, height: 90 },
  ],
}

t.test('a card starts from its sign only if it can show it', t => {
  const cases: [what: string, sign: Sign, shows: boolean][] = [
    ['a gloss alone', signOf('MOTHER'), false],
    ['a clip', signOf('MOTHER', { clips: [clip] }), true],
    ['a clip of a sentence', signOf('MOTHER', { clips: [{ ...clip, kind: 'example' }] }), false],
    ['a video of the content', signOf('MOTHER', { video: 'https://videos.sproutvideo.com/1' }), true],
    ['a description', signOf('MOTHER', { movement: 'taps twice' }), true],
    ['a spelled word', signOf('fs-APT'), true],
    ['a number', signOf('SIX'), true],
    ['a loan sign, which moves as one sign', signOf('#BANK'), false],
  ]
  for (const [what, sign, shows] of cases) t.equal(showsSign(toDeckCard(sign)), shows, what)
  const cards = cases.map(([, sign]) => toDeckCard(sign))
  t.equal(cardsFor('toSign', cards).length, cases.length)
  t.equal(cardsFor('toMeaning', cards).length, 5)
  t.end()
})

t.test('what can be drawn of a sign, and each way has its own key', t => {
  for (const [gloss, drawn] of [
    ['fs-APT', 'APT'],
    ['SIX', '6'],
    ['CL:3', '3'],
    ['CL:F', 'F'],
    ['CL:55', null],
    ['CL:BENT-V', null],
    ['#OK', null],
    ['TEN', null],
    ['MOTHER', null],
  ] as const)
    t.equal(toDeckCard(signOf(gloss)).drawn, drawn, gloss)
  const card = toDeckCard(signOf('fs-APT'))
  t.not(cardKey('toSign', card), cardKey('toMeaning', card))
  t.end()
})

t.test('a sign of a lesson has the smallest picture of its clip', t => {
  t.match(toLessonSign(signOf('MOTHER', { clips: [clip] })), { meaning: 'mother, mom', picture: '/media/t.webp' })
  const files = clip.files.filter(({ role }) => role !== 'thumbnail')
  t.equal(toLessonSign(signOf('MOTHER', { clips: [{ ...clip, files }] })).picture, '/media/p.webp')
  const drawn = { picture: 'baby+woman' }
  t.match(toLessonSign(signOf('MOTHER', drawn)), { picture: null, meaningPicture: 'baby+woman' })
  t.equal(toLessonSign(signOf('MOTHER', { ...drawn, clips: [clip] })).meaningPicture, null)
  t.end()
})
