import type { Language } from '#src/core/rules/language.ts'

/** HTML made from the content folder's Markdown at load. Never user input. `lang` is set if it may not be the page's. */
export const Html = ({ html, lang }: { html: string; lang?: Language | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the publisher's own text, checked at load
  <div className="html" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
)
