import { localeOf } from '#src/core/rules/languages/language.ts'
import { useLanguage } from '../ui/texts.ts'

/** Returns a function that writes a number in the language of the page. */
export const useNumbers = (): ((value: number) => string) => {
  const locale = localeOf(useLanguage())
  return value => value.toLocaleString(locale)
}
