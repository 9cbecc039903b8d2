import type { ContentProblem } from '../../domain/content.ts'

/** A file, and where its reader tells what is wrong with it. Reading goes on after a problem, so that all are told at once. */
export interface Checked {
  file: string
  text: string
  /** What the publisher may embed: hosts of videos. */
  videoHosts: string[]
  problem(line: number, rule: string): void
}

export const checker = (file: string, text: string, videoHosts: string[], problems: ContentProblem[]): Checked => ({
  file,
  text,
  videoHosts,
  problem: (line, rule) => void problems.push({ file, line, rule }),
})

export const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === ''
}

/** 'At the Doctor's Office' as it stands in an address: at-the-doctors-office. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'\u2019]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
