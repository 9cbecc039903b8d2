import { escapeHtml } from '#src/core/rules/escape-html.ts'

/** As `{{support_email}}` is written in content, and as Markdown writes it in the address of a link. */
const PLACEHOLDER = '{{support_email}}'
const IN_LINK = encodeURIComponent(PLACEHOLDER)

/** Fills `{{support_email}}` in HTML made from content: a link, or the address of one like `mailto:{{support_email}}`. */
export const fillSupport = (html: string, email: string): string => {
  const address = escapeHtml(email)
  return html
    .replaceAll(IN_LINK, () => address)
    .replaceAll(PLACEHOLDER, () => `<a href="mailto:${address}">${address}</a>`)
}
