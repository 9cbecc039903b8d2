import type { Language } from '#src/core/rules/language.ts'

/** Steps of students and of their parents, with the words by which staff know them. */
const steps = {
  home: 'Start page',
  agree: 'Agree, and choose a code or a card',
  code: 'Enter an access code',
  confirming: 'A payment is being confirmed',
  'thank-you': 'Thank you: the course is open',
  'already-in': 'Already enrolled',
  'opens-later': 'In, but the course opens later',
  ended: 'Access has ended',
  'sign-up': 'Sign up by a join link',
  'sign-up-code': 'Enter the emailed code or pin number',
  'one-more-step': 'One more step, where the browser keeps no cookie',
  'not-enrolled': 'Enrollment is not complete',
  observer: 'An observer looks at the course',
  help: 'Ask for help',
  parents: 'Page for parents',
} as const

const errors = {
  'course-closed': 'The course is not set up, or sign-up has ended',
  'code-wrong': 'An access code is not right',
  'code-used': 'An access code has no uses left',
  'code-used-by-you': 'An access code was used for another course of the same person',
  'code-used-by-other': 'An access code was used by somebody else',
  'code-wait': 'Too many wrong access codes',
  'sign-up-code-wrong': 'An emailed code or pin number is not right',
  'sign-up-ended': 'A join link has expired',
  'join-link-closed': 'A join link does not open yet',
  'link-missing': 'A link without a token',
  'link-unknown': 'A link that we do not know',
  'page-expired': 'The teacher page has expired',
  'page-error': 'Uh oh: an error page',
  'payment-part': 'Paid for a part of the course',
  'payment-failed': 'The bank refused a payment',
  'payment-unpaid': 'Nothing was paid',
  'payment-refunded': 'A payment was refunded',
  'payment-flagged': 'A payment that staff check',
} as const

/** Mails that somebody may sign. */
export const mailSlots = {
  'mail-welcome': 'Mail: you are in',
  'mail-welcome-back': 'Mail: welcome back',
  'mail-ready': 'Mail: your login is ready',
  'mail-course-ready': 'Mail to a teacher: the course is ready',
  'mail-access-ends': 'Mail: your access ends soon',
  'mail-code': 'Mail: your sign-up code or pin number',
  'mail-receipt': 'Mail: your receipt',
  'mail-payment-failed': 'Mail: your payment did not go through',
  'mail-refund': 'Mail: your refund',
} as const

export const named = { ...steps, ...errors, ...mailSlots }

/** A slot for each reason to refuse a launch. */
type LaunchSlot = `launch-${string}`

/** A place that may show a signed clip. */
export type HelpSlot = keyof typeof named | LaunchSlot

export type MailSlot = keyof typeof mailSlots

/** A file of a clip. Its name is the hash of its content. */
export interface HelpFile {
  name: string
  bytes: number
}

interface HelpText {
  title: string
  /** HTML */
  transcript: string
  captions: HelpFile
}

/** A signed clip of the content folder. */
export interface HelpClip {
  slot: HelpSlot
  /** The person who signs. */
  signer: string
  /** Shows no sign: it tries out the player in demo mode, on a page of its own. */
  isTest: boolean
  /** The best first. */
  videos: HelpFile[]
  poster: HelpFile | null
  english: HelpText
  translations: Partial<Record<Language, HelpText>>
}

/** A clip as a page shows it. */
export interface ShownHelp extends Pick<HelpClip, 'signer' | 'isTest'> {
  title: string
  /** HTML */
  transcript: string
  /** The language of the title, transcript and captions. */
  language: Language
  /** As the player takes it. */
  clip: {
    videos: { src: string; type: string; height: number }[]
    poster: string | null
    captions: string
    fps: null
  }
}

/** Address of a file, on our own origin. */
const address = ({ name }: HelpFile): string => `/media/${name}`

const typeOf = ({ name }: HelpFile): string => (name.endsWith('.webm') ? 'video/webm' : 'video/mp4')

/** Returns a clip for a page in a language; its texts are in English if they have no translation. */
export const shownHelp = (clip: HelpClip, language: Language): ShownHelp => {
  const translated = clip.translations[language]
  const { title, transcript, captions } = translated ?? clip.english
  return {
    ...{ title, transcript, signer: clip.signer, isTest: clip.isTest },
    language: translated ? language : 'en',
    clip: {
      videos: clip.videos.map(file => ({ src: address(file), type: typeOf(file), height: 0 })),
      poster: clip.poster && address(clip.poster),
      captions: address(captions),
      fps: null,
    },
  }
}

/** Returns the clips of a server: test clips in demo mode only. */
export const clipsToShow = (clips: HelpClip[], demo: boolean): ReadonlyMap<HelpSlot, HelpClip> =>
  new Map(clips.filter(clip => demo || !clip.isTest).map(clip => [clip.slot, clip]))

export const helpFiles = (clips: Iterable<HelpClip>): HelpFile[] =>
  [...clips].flatMap(({ videos, poster, english, translations }) => [
    ...videos,
    ...(poster ? [poster] : []),
    english.captions,
    ...Object.values(translations).map(text => text.captions),
  ])

/** Views are counted over so many days. */
export const VIEW_DAYS = 30

/** A slot as staff see it. */
export interface ListedSlot {
  slot: HelpSlot
  name: string
  views: number
  state: 'empty' | 'test' | 'recorded'
  /** It has the texts in every language. */
  isTranslated: boolean
}
