import type { Faq, HowToGroup, HowToItem, Resource } from '../rules/content.ts'
import { toSlug } from '../rules/sign-slug.ts'
import { type ContentChecker, isWebAddress } from './checker.ts'
import {
  type Passage,
  readFrontMatter,
  readSections,
  reportDuplicateHeadings,
  requireText,
  type Section,
  sortBy,
  toHtml,
} from './markdown.ts'

const whole = ({ text }: ContentChecker): Passage => ({ text, line: 1 })

/** Reads resources.md: `## Name`, then `<https://link>`, then a description. Sorted by name. */
export const readResources = (checked: ContentChecker): Resource[] => {
  const sections = readSections(checked, whole(checked))
  reportDuplicateHeadings(checked, sections)
  const resources = sections.map(section => {
    const { link, rest } = readLink(checked, section)
    if (!rest.text.trim()) checked.problem(section.line, `\`${section.heading}\` needs a description`)
    return { name: section.heading, link, description: toHtml(checked, rest) }
  })
  return sortBy(resources, r => r.name)
}

/** Reads faqs.md: `## Question?`, then the answer. Sorted by question. */
export const readFaqs = (checked: ContentChecker): Faq[] => {
  const sections = readSections(checked, whole(checked))
  reportDuplicateHeadings(checked, sections)
  const faqs = sections.map(section => {
    if (!section.body.text.trim()) checked.problem(section.line, `\`${section.heading}\` has no answer`)
    return { question: section.heading, answer: toHtml(checked, section.body) }
  })
  return sortBy(faqs, f => f.question)
}

/**
 * Reads how-to/*.md: `title`, `type`, and one item per heading. Items are sorted by title; an item of type link holds
 * only `<https://link>`. Returns null when the front matter cannot be read.
 */
export const readHowTo = (checked: ContentChecker): HowToGroup | null => {
  const front = readFrontMatter(checked)
  if (!front) return null
  const title = requireText(checked, front, 'title')
  const type = front.values.type === 'link' ? 'link' : 'modal'
  if (front.values.type !== type) checked.problem(front.lineOf('type'), 'front matter: `type` must be modal or link')
  const sections = readSections(checked, front.body)
  if (sections.length === 0) checked.problem(front.body.line, 'the group has no item: expected ## Title')
  reportDuplicateHeadings(checked, sections)
  const group = toSlug(title)
  const items = sections.map((section): HowToItem => {
    const slug = `${group}.${toSlug(section.heading)}`
    if (type === 'modal') {
      if (!section.body.text.trim()) checked.problem(section.line, `\`${section.heading}\` has no text`)
      return { slug, title: section.heading, content: toHtml(checked, section.body) }
    }
    const { link, rest } = readLink(checked, section)
    if (rest.text.trim())
      checked.problem(rest.line, `\`${section.heading}\` is a link: remove the text after its address`)
    return { slug, title: section.heading, content: link }
  })
  return { title, type, items: sortBy(items, i => i.title) }
}

/** Returns the `<https://link>` on the first non-empty line of a section, and the rest. */
const readLink = ({ problem }: ContentChecker, { heading, line, body }: Section): { link: string; rest: Passage } => {
  const [lead = '', address = ''] = body.text.match(/^\s*<([^>\n]*)>[ \t]*(?=\n|$)/) ?? []
  if (!isWebAddress(address)) problem(line + 1, `\`${heading}\` needs its address as <https://…> on a line of its own`)
  return {
    link: address,
    rest: { text: body.text.slice(lead.length), line: body.line + lead.split('\n').length - 1 },
  }
}
