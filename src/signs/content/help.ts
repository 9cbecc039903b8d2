import { languages } from '#src/core/rules/languages/language.ts'
import type { HelpClip, HelpFile } from '#src/signed-help/rules/help-clip.ts'
import { isHelpSlot } from '#src/signed-help/rules/help-slots.ts'
import type { ContentChecker } from './checker.ts'
import { readFrontMatter, requireText, toHtml } from './markdown.ts'

const HELP_TEXT = /^help\/([a-z_-]+)\.md$/

/** Videos, captions and pictures of help, by path. */
type HelpMedia = ReadonlyMap<string, HelpFile>

/** Reads help/*.md, each with the files beside it and its translations. */
export const readHelp = (checked: ContentChecker[], media: HelpMedia): HelpClip[] =>
  checked.flatMap(file => {
    const [, slot] = file.file.match(HELP_TEXT) ?? []
    return slot === undefined ? [] : (readClip(slot, file, { checked, media }) ?? [])
  })

interface Folder {
  checked: ContentChecker[]
  media: HelpMedia
}

const readClip = (slot: string, file: ContentChecker, { checked, media }: Folder): HelpClip | null => {
  if (!isHelpSlot(slot)) {
    file.problem(1, `${slot} is no step; the page Signed help of the back office lists their names`)
    return null
  }
  const front = readFrontMatter(file)
  const english = readText(file, media)
  const videos = ['webm', 'mp4'].flatMap(extension => media.get(`help/${slot}.${extension}`) ?? [])
  if (videos.length === 0) file.problem(1, `the video help/${slot}.mp4 or .webm is missing`)
  if (!front || !english) return null
  const translated = languages.flatMap(language => {
    const own = checked.find(other => other.file === `${language}/help/${slot}.md`)
    const text = own && readText(own, media)
    return text ? [[language, text] as const] : []
  })
  return {
    ...{ slot, english, videos },
    signer: requireText(file, front, 'signer'),
    isTest: front.values.test === 'yes',
    poster: media.get(`help/${slot}.webp`) ?? null,
    translations: Object.fromEntries(translated),
  }
}

/** Reads the title, the transcript and the captions of a clip in one language. */
const readText = (file: ContentChecker, media: HelpMedia) => {
  const front = readFrontMatter(file)
  if (!front) return null
  if (!front.body.text.trim()) file.problem(front.body.line, 'the transcript is missing')
  const path = file.file.replace(/\.md$/, '.vtt')
  const captions = media.get(path)
  if (!captions) file.problem(1, `the captions ${path} are missing`)
  return captions ? { title: requireText(file, front, 'title'), transcript: toHtml(file, front.body), captions } : null
}
