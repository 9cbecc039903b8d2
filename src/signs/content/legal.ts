import type { About, LegalText } from '../rules/content.ts'
import type { Checked } from './checker.ts'
import { needText, readFront, toHtml } from './markdown.ts'

/** Reads legal/*.md: `title`, `version` and the text. Returns null when the front matter cannot be read. */
export const readLegal = (checked: Checked): LegalText | null => {
  const front = readFront(checked)
  if (!front) return null
  const [title, version] = [needText(checked, front, 'title'), needText(checked, front, 'version')]
  if (!front.body.text.trim()) checked.problem(front.body.line, 'the text is missing')
  return { title, version, html: toHtml(checked, front.body) }
}

/** Reads about.md: `name` and an optional notice. Returns null when the front matter cannot be read. */
export const readAbout = (checked: Checked): About | null => {
  const front = readFront(checked)
  return front && { name: needText(checked, front, 'name'), notice: toHtml(checked, front.body) || null }
}
