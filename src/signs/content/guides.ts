import { type Language, languages } from '#src/core/rules/language.ts'
import type { HelpClip, HelpFile } from '#src/messages/rules/signed-help.ts'
import { isHelpSlot } from '#src/messages/texts/signed-help.ts'
import type { About, Content, Faq, HowToGroup, HowToItem, LegalText, Resource, Translation } from '../rules/content.ts'
import { toSlug } from '../rules/sign-slug.ts'
import {
  type ContentChecker,
  isWebAddress,
  type Passage,
  readFrontMatter,
  readSections,
  reportDuplicateHeadings,
  requireText,
  type Section,
  sortBy,
  toHtml,
} from './markdown.ts'

/** Reads legal/*.md: `title`, `version` and the text. Returns null when the front matter cannot be read. */
export const readLegal = (checked: ContentChecker): LegalText | null => {
  const front = readFrontMatter(checked)
  if (!front) return null
  const [title, version] = [requireText(checked, front, 'title'), requireText(checked, front, 'version')]
  if (!front.body.text.trim()) checked.problem(front.body.line, 'the text is missing')
  return { title, version, html: toHtml(checked, front.body) }
}

/** Reads about.md: `name` and an optional notice. Returns null when the front matter cannot be read. */
export const readAbout = (checked: ContentChecker): About | null => {
  const front = readFrontMatter(checked)
  return front && { name: requireText(checked, front, 'name'), notice: toHtml(checked, front.body) || null }
}

/** Reads the sections of a file without front matter. Each heading must be there once. */
const readWhole = (checked: ContentChecker): Section[] => {
  const sections = readSections(checked, { text: checked.text, line: 1 })
  reportDuplicateHeadings(checked, sections)
  return sections
}

/**
 * Reads resources.md: `## Name`, then `<https://link>` or the path of a page of ours, then a description. A text to
 * read may follow a line of `***`, in place of a link. Sorted by name.
 */
export const readResources = (checked: ContentChecker): Resource[] => {
  const resources = readWhole(checked).map(section => {
    const hasLink = /^\s*</.test(section.body.text)
    const { link, rest } = hasLink ? readLink(checked, section) : { link: null, rest: section.body }
    const [about = '', text] = rest.text.split(/^\*\*\*$/m)
    if (!about.trim()) checked.problem(section.line, `\`${section.heading}\` needs a description`)
    if (!hasLink && !text?.trim())
      checked.problem(section.line, `\`${section.heading}\` needs its address as <https://…>, or a text after ***`)
    const line = rest.line + about.split('\n').length
    return {
      name: section.heading,
      link,
      description: toHtml(checked, { text: about, line: rest.line }),
      text: text ? toHtml(checked, { text, line }) : null,
    }
  })
  return sortBy(resources, r => r.name)
}

/** Reads faqs.md: `## Question?`, then the answer. Sorted by question. */
export const readFaqs = (checked: ContentChecker): Faq[] => {
  const faqs = readWhole(checked).map(section => {
    if (!section.body.text.trim()) checked.problem(section.line, `\`${section.heading}\` has no answer`)
    return { question: section.heading, answer: toHtml(checked, section.body) }
  })
  return sortBy(faqs, f => f.question)
}

/**
 * Reads how-to/*.md: `title`, `type`, and one item per heading. Items are sorted by title; an item of type link holds
 * only `<https://link>`. Returns null when the front matter cannot be read.
 */
export const readHowTo = (checked: ContentChecker): HowToGroup | null => {
  const front = readFrontMatter(checked)
  if (!front) return null
  const title = requireText(checked, front, 'title')
  const type = front.values.type === 'link' ? 'link' : 'modal'
  if (front.values.type !== type) checked.problem(front.lineOf('type'), 'front matter: `type` must be modal or link')
  const sections = readSections(checked, front.body)
  if (sections.length === 0) checked.problem(front.body.line, 'the group has no item: expected ## Title')
  reportDuplicateHeadings(checked, sections)
  const group = toSlug(title)
  const items = sections.map((section): HowToItem => {
    const slug = `${group}.${toSlug(section.heading)}`
    if (type === 'modal') {
      if (!section.body.text.trim()) checked.problem(section.line, `\`${section.heading}\` has no text`)
      return { slug, title: section.heading, content: toHtml(checked, section.body) }
    }
    const { link, rest } = readLink(checked, section)
    if (rest.text.trim())
      checked.problem(rest.line, `\`${section.heading}\` is a link: remove the text after its address`)
    return { slug, title: section.heading, content: link }
  })
  return { title, type, items: sortBy(items, i => i.title) }
}

/** Path of a page of ours. */
const OWN_PAGE = /^\/[a-z][a-z/-]*$/

/** Returns the `<https://link>` on the first non-empty line of a section, and the rest. */
const readLink = ({ problem }: ContentChecker, { heading, line, body }: Section): { link: string; rest: Passage } => {
  const [lead = '', address = ''] = body.text.match(/^\s*<([^>\n]*)>[ \t]*(?=\n|$)/) ?? []
  if (!isWebAddress(address) && !OWN_PAGE.test(address))
    problem(line + 1, `\`${heading}\` needs its address as <https://…> on a line of its own`)
  return {
    link: address,
    rest: { text: body.text.slice(lead.length), line: body.line + lead.split('\n').length - 1 },
  }
}

/** The languages that content is translated into. */
export const others = languages.filter(language => language !== 'en')

/** Files of a folder like `es/`, which translate the English ones of the same name. */
export const TRANSLATIONS = new RegExp(
  `^(${others.join('|')})/(about|faqs|legal/terms|legal/privacy|(?:units|activities)/\\d\\d)\\.md$`,
)

/** Reads the folders of other languages. */
export const readTranslations = (
  files: ContentChecker[],
  english: Pick<Content, 'terms' | 'privacy'>,
): { translations: NonNullable<Content['translations']>; translatedFaqs: Partial<Record<Language, Faq[]>> } => {
  const read = others.map(language => {
    const own = <T>(name: string, reader: (checked: ContentChecker) => T | null): T | null => {
      const checked = files.find(({ file }) => file === `${language}/${name}.md`)
      return checked ? reader(checked) : null
    }
    const texts = {
      about: own('about', readAbout),
      terms: own('legal/terms', readTranslated(english.terms)),
      privacy: own('legal/privacy', readTranslated(english.privacy)),
    }
    return { language, texts: withoutNulls(texts), faqs: own('faqs', readFaqs) }
  })
  return {
    translations: Object.fromEntries(read.map(({ language, texts }) => [language, texts])),
    translatedFaqs: Object.fromEntries(read.flatMap(({ language, faqs }) => (faqs ? [[language, faqs]] : []))),
  }
}

/** Reads a legal text. Reports a version other than the English one, which decides. */
const readTranslated =
  (english: LegalText) =>
  (checked: ContentChecker): LegalText | null => {
    const text = readLegal(checked)
    if (text && english.version && text.version !== english.version)
      checked.problem(1, `front matter: \`version\` must be ${english.version}, as in English`)
    return text
  }

const withoutNulls = (texts: Record<keyof Translation, unknown>): Translation =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null))

const HELP_TEXT = /^help\/([a-z_-]+)\.md$/

/** Videos, captions and pictures of help, by path. */
type HelpMedia = ReadonlyMap<string, HelpFile>

/** Reads help/*.md, each with the files beside it and its translations. */
export const readHelp = (checked: ContentChecker[], media: HelpMedia): HelpClip[] =>
  checked.flatMap(file => {
    const [, slot] = file.file.match(HELP_TEXT) ?? []
    return slot === undefined ? [] : (readClip(slot, file, { checked, media }) ?? [])
  })

const readClip = (
  slot: string,
  file: ContentChecker,
  { checked, media }: { checked: ContentChecker[]; media: HelpMedia },
): HelpClip | null => {
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
