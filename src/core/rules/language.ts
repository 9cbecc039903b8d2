/** Languages with a catalogue, which is the folder of that name. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each language as it calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** Locales for dates and amounts of money in the United States. */
const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US' }
export const localeOf = (language: Language): string => LOCALES[language]

/** Returns the language of a tag such as 'es-MX' or 'es_ES'; null without a catalogue. */
export const languageOf = (tag: string | null | undefined): Language | null =>
  languages.find(language => language === tag?.trim().toLowerCase().split(/[-_]/, 1)[0]) ?? null

/** Returns the language that an Accept-Language header (RFC 9110 §12.5.4) prefers; English if it names none of ours. */
export const acceptedLanguage = (header: string | undefined): Language => {
  const wishes = (header ?? '').split(',').map(part => {
    const [tag = '', ...parameters] = part.split(';').map(text => text.trim())
    const quality = Number(parameters.find(text => text.startsWith('q='))?.slice(2) ?? 1)
    return { language: languageOf(tag), quality: quality > 0 ? quality : 0 }
  })
  const known = wishes.filter(({ language, quality }) => language && quality > 0)
  return known.sort((a, b) => b.quality - a.quality)[0]?.language ?? 'en'
}
