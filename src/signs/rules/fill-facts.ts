import { fillRetention, type Retention } from '#src/core/rules/retention.ts'
import type { Content } from './content.ts'
import { fillSupport } from './fill-support.ts'

/** Fills the support address and the times that data is kept into the legal texts. */
export const fillFacts = (
  content: Content,
  { retention, supportEmail }: { retention: Retention; supportEmail: string },
): Content => {
  const fill = (html: string) => fillSupport(fillRetention(html, retention), supportEmail)
  const { terms, privacy } = content
  return {
    ...content,
    terms: { ...terms, html: fill(terms.html) },
    privacy: { ...privacy, html: fill(privacy.html) },
  }
}
