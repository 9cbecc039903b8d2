import type { Language } from '#src/core/rules/languages/language.ts'
import type { HelpSlot } from './help-slots.ts'

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
    thumbnails: string[]
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
      thumbnails: [],
      captions: address(captions),
      fps: null,
    },
  }
}

/** Returns the clips of a server: test clips in demo mode only. */
export const clipsToShow = (clips: HelpClip[], demo: boolean): ReadonlyMap<HelpSlot, HelpClip> =>
  new Map(clips.filter(clip => demo || !clip.isTest).map(clip => [clip.slot, clip]))

/** Lists the files of clips. */
export const helpFiles = (clips: Iterable<HelpClip>): HelpFile[] =>
  [...clips].flatMap(({ videos, poster, english, translations }) => [
    ...videos,
    ...(poster ? [poster] : []),
    english.captions,
    ...Object.values(translations).map(text => text.captions),
  ])
