import type { ContentProblem } from '../rules/content.ts'

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
): ContentChecker => ({
  file,
  text,
  videoHosts,
  problem: (line, rule) => void problems.push({ file, line, rule }),
})

export const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === ''
}
