import type { Language } from '#src/core/rules/languages/language.ts'
import { fillRetention, type Retention } from '#src/core/rules/retention.ts'
import type { Content, LegalText, Translation } from './content.ts'
import { fillSupport } from './fill-support.ts'

/** Fills the support address and the times that data is kept into the legal texts. */
export const fillFacts = (
  content: Content,
  { retention, supportEmail }: { retention: Retention; supportEmail: string },
): Content => {
  const fill = (text: LegalText, language: Language): LegalText => ({
    ...text,
    html: fillSupport(fillRetention(text.html, retention, language), supportEmail),
  })
  const fillBoth = <T extends Translation>(texts: T, language: Language): T => ({
    ...texts,
    ...(texts.terms ? { terms: fill(texts.terms, language) } : {}),
    ...(texts.privacy ? { privacy: fill(texts.privacy, language) } : {}),
  })
  const translations = Object.entries(content.translations ?? {}) as [Language, Translation][]
  return {
    ...fillBoth(content, 'en'),
    translations: Object.fromEntries(translations.map(([language, texts]) => [language, fillBoth(texts, language)])),
  }
}
