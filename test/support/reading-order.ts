import type { Page } from 'playwright-core'

/** Returns the accessibility tree of the page as a screen reader walks it, one line for each node. */
export const accessibilityTree = (page: Page): Promise<string> => page.locator('body').ariaSnapshot()

const CONTROLS = 'button|link|textbox|searchbox|checkbox|radio|combobox|slider|spinbutton|switch|tab|option'

/** Lists what would confuse a listener: headings out of order, missing landmarks, controls without a name. */
export const readingProblems = (tree: string): string[] => {
  const levels = [...tree.matchAll(/- '?heading .*\[level=(\d)\]/g)].map(([line, level]) => ({
    line,
    level: Number(level),
  }))
  const skipped = levels.filter(({ level }, at) => level > (levels[at - 1]?.level ?? 0) + 1).map(({ line }) => line)
  const titles = levels.filter(({ level }) => level === 1).length
  const landmarks = ['main', 'contentinfo'].filter(name => count(tree, name) !== 1)
  const nameless = tree.match(new RegExp(`^ *- '?(${CONTROLS})(?=:|$| \\[)(?! .*:\\s*\\S)`, 'gm')) ?? []
  return [
    ...(titles === 1 ? [] : [`${titles} headings of level 1`]),
    ...skipped.map(line => `a level is skipped before ${line}`),
    ...landmarks.map(name => `not one ${name}`),
    ...nameless.map(line => `no name: ${line.trim()}`),
  ]
}

const count = (tree: string, role: string): number => tree.match(new RegExp(`^ *- '?${role}\\b`, 'gm'))?.length ?? 0
