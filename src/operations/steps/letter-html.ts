import type { Letter } from '../../domain/message.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The plain text as HTML: paragraphs, and addresses as links. */
export const asHtml = ({ subject, text }: Letter): string => {
  const safe = (s: string) => s.replace(/[&<>]/g, c => escapes[c] ?? c)
  const paragraphs = text
    .split('\n\n')
    .map(p => `<p>${safe(p).replace(/https:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`)}</p>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safe(subject)}</title></head><body>${paragraphs.join('')}</body></html>`
}
