import { marked } from 'marked'
import sanitize from 'sanitize-html'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { byText, type ContentProblem } from '../rules/content.ts'

/** A content file and its problem collector. Reading continues after a problem, so that all are reported. */
export interface ContentChecker {
  file: string
  text: string
  /** Hosts whose videos may be embedded. */
  videoHosts: string[]
  problem(line: number, rule: string): void
}

export const makeContentChecker = (
  file: string,
  text: string,
  videoHosts: string[],
  problems: ContentProblem[],
): ContentChecker => ({ file, text, videoHosts, problem: (line, rule) => void problems.push({ file, line, rule }) })

/** Hosts under .example never exist (RFC 2606), so a link to one is dead. */
export const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && /\.(?!example$)[^.]+$/.test(url.hostname) && url.username === ''
}

const TAGS =
  'h2 h3 h4 h5 p ul ol li dl dt dd blockquote pre code strong em b i u s sup sub br hr a table caption thead tbody tr th td details summary iframe'.split(
    ' ',
  )

const options = (videoHosts: string[]): sanitize.IOptions => ({
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    ol: ['start'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    iframe: ['src', 'title', 'loading', 'allow', 'allowfullscreen'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  allowedIframeHostnames: videoHosts,
  allowIframeRelativeUrls: false,
  transformTags: {
    a: (tagName, { href = '', title }) => ({
      tagName,
      attribs: {
        href,
        ...(title ? { title } : {}),
        // A link must not replace the page inside an LMS frame.
        ...(href.startsWith('https:') ? { target: '_blank', rel: 'noopener' } : {}),
      },
    }),
    iframe: (tagName, { src = '', title = 'Video' }) => ({
      tagName,
      attribs: { src: withoutAutoplay(src), title, loading: 'lazy', allow: 'fullscreen', allowfullscreen: '' },
    }),
  },
  // sanitize-html removes the src of a frame with a disallowed host. Drop the empty frame.
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !attribs.src,
})

/** Removes autoplay and loop parameters from a video URL. Returns '' for an invalid URL. */
const withoutAutoplay = (address: string): string => {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()]) if (/^(auto_?play|loop)$/i.test(name)) url.searchParams.delete(name)
  return url.href
}

/** Returns the publisher's HTML without disallowed tags and attributes. */
const sanitizeHtml = (html: string, videoHosts: string[]): string => sanitize(html, options(videoHosts)).trim()

/** Lists the tags that `sanitizeHtml` would remove, so that authors see them. */
const findDisallowedTags = (html: string, videoHosts: string[]): { tag: string; why: string }[] => {
  const refused: { tag: string; why: string }[] = []
  sanitize(html, {
    ...options(videoHosts),
    onOpenTag: (tag, attribs) => {
      if (!TAGS.includes(tag)) refused.push({ tag, why: `<${tag}> is not allowed` })
      else if (tag === 'iframe' && !videoHosts.includes(hostOf(attribs.src)))
        refused.push({ tag, why: `a frame may only show videos from ${videoHosts.join(' or ')}` })
      else if (Object.keys(attribs).some(name => /^(on|style$)/i.test(name)))
        refused.push({ tag, why: `<${tag}> must not have a style or script attribute` })
    },
  })
  return refused
}

const hostOf = (address = ''): string => {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' ? url.hostname : ''
}

/** Part of a file's text and the line it starts on. */
export interface Passage {
  text: string
  line: number
}

export interface FrontMatter {
  values: Record<string, unknown>
  /** Returns the line of the value at this path. */
  lineOf(...path: (string | number)[]): number
  body: Passage
}

/**
 * Parses the YAML front matter between two `---` lines at the top of a file. Reports a problem and returns null when it
 * is missing or invalid.
 */
export const readFrontMatter = ({ text, problem }: ContentChecker): FrontMatter | null => {
  const [whole, head] = text.match(/^---\n([\s\S]*?\n)---\n/) ?? []
  if (whole === undefined || head === undefined) {
    problem(1, 'expected front matter: lines of `name: value` between two lines of ---')
    return null
  }
  const counter = new LineCounter()
  const document = parseDocument(head, { schema: 'failsafe', lineCounter: counter, prettyErrors: false })
  for (const error of document.errors) problem(counter.linePos(error.pos[0]).line + 1, `front matter: ${error.message}`)
  if (document.errors.length > 0) return null
  const given = document.toJS()
  return {
    values: given !== null && typeof given === 'object' ? given : {},
    lineOf: (...path) => {
      const node = document.getIn(path, true)
      return isNode(node) && node.range ? counter.linePos(node.range[0]).line + 1 : 1
    },
    body: { text: text.slice(whole.length), line: whole.split('\n').length },
  }
}

/** Returns a required front matter value. Reports a problem and returns '' when it is missing. */
export const requireText = ({ problem }: ContentChecker, front: FrontMatter, name: string): string => {
  const value = front.values[name]
  if (typeof value === 'string' && value.trim()) return value.trim()
  problem(front.lineOf(name), `front matter: \`${name}\` is missing`)
  return ''
}

export interface Section {
  heading: string
  line: number
  body: Passage
}

/** Splits a text into the sections that begin with `## `. Reports text before the first heading. */
export const readSections = ({ problem }: ContentChecker, { text, line }: Passage): Section[] => {
  const sections: Section[] = []
  let fenced = false
  for (const [i, content] of text.split('\n').entries()) {
    if (/^(```|~~~)/.test(content)) fenced = !fenced
    const heading = fenced ? null : content.match(/^##\s+(.*\S)\s*$/)
    const last = sections.at(-1)
    if (heading) sections.push({ heading: heading[1] ?? '', line: line + i, body: { text: '', line: line + i + 1 } })
    else if (last) last.body.text += `${content}\n`
    else if (content.trim()) problem(line + i, 'expected a heading with ## before any text')
  }
  return sections
}

/** Converts Markdown to safe HTML. Reports tags that are not allowed, with their line. */
export const toHtml = ({ problem, videoHosts }: ContentChecker, { text, line }: Passage): string => {
  const html = marked.parse(text, { async: false })
  for (const { tag, why } of findDisallowedTags(html, videoHosts)) problem(line + lineOfTag(text, tag), why)
  return sanitizeHtml(html, videoHosts)
}

const lineOfTag = (text: string, tag: string): number => {
  const found = text.search(new RegExp(`<${tag}\\b`, 'i'))
  return found < 0 ? 0 : text.slice(0, found).split('\n').length - 1
}

/** Reports duplicate headings. Ignores case. */
export const reportDuplicateHeadings = ({ problem }: ContentChecker, sections: Section[]): void => {
  const seen = new Set<string>()
  for (const { heading, line } of sections) {
    if (seen.has(heading.toLowerCase())) problem(line, `\`${heading}\` appears twice`)
    seen.add(heading.toLowerCase())
  }
}

export const sortBy = <T>(items: T[], text: (item: T) => string): T[] =>
  [...items].sort((a, b) => byText(text(a), text(b)))
