import { type Translated, titleIn } from '#src/signs/rules/content.ts'
import { useLanguage } from './texts.ts'

/** Title of a unit or lesson, in the language of the page if the content has it. */
export const ContentTitle = ({ title, translated }: { title: string; translated?: Translated | null | undefined }) => {
  const { text, language } = titleIn(useLanguage(), title, translated)
  return <span lang={language}>{text}</span>
}
