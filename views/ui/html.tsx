/** HTML made from the content folder's Markdown at load. Never user input. */
export const Html = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the publisher's own text, checked at load
  <div className="html" dangerouslySetInnerHTML={{ __html: html }} />
)
