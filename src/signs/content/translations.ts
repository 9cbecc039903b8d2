import { type Language, languages } from '#src/core/rules/languages/language.ts'
import type { Content, Faq, LegalText, Translation } from '../rules/content.ts'
import type { ContentChecker } from './checker.ts'
import { readFaqs } from './guide-files.ts'
import { readAbout, readLegal } from './legal.ts'

const others = languages.filter(language => language !== 'en')

/** Files of a folder like `es/`, which translate the English ones of the same name. */
export const TRANSLATIONS = new RegExp(`^(${others.join('|')})/(about|faqs|legal/terms|legal/privacy)\\.md$`)

type English = Record<'terms' | 'privacy', LegalText>

/** Reads the folders of other languages. */
export const readTranslations = (
  files: ContentChecker[],
  english: English,
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
