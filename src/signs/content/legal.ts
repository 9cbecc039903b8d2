import type { About, LegalText } from '../rules/content.ts'
import type { ContentChecker } from './checker.ts'
import { readFrontMatter, requireText, toHtml } from './markdown.ts'

/** Reads legal/*.md: `title`, `version` and the text. Returns null when the front matter cannot be read. */
export const readLegal = (checked: ContentChecker): LegalText | null => {
  const front = readFrontMatter(checked)
  if (!front) return null
  const [title, version] = [requireText(checked, front, 'title'), requireText(checked, front, 'version')]
  if (!front.body.text.trim()) checked.problem(front.body.line, 'the text is missing')
  return { title, version, html: toHtml(checked, front.body) }
}

/** Reads about.md: `name` and an optional notice. Returns null when the front matter cannot be read. */
export const readAbout = (checked: ContentChecker): About | null => {
  const front = readFrontMatter(checked)
  return front && { name: requireText(checked, front, 'name'), notice: toHtml(checked, front.body) || null }
}
