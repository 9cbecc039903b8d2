/** Markdown of the content folder, turned into HTML when it was loaded. Nothing that a stranger typed comes here. */
export const Html = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the publisher's own text, checked at load
  <div className="html" dangerouslySetInnerHTML={{ __html: html }} />
)
