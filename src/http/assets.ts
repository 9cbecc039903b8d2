import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#src/core/rules/escape-html.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { PageSection } from '#src/core/rules/languages/texts.ts'
import type { Assets } from '#views/document.ts'
import type { RenderedIsland } from '#views/island-host.tsx'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  assets?: string[]
}

const pageTexts = (language: Language, section: PageSection): string =>
  `src/core/rules/languages/${language}/pages/${section}.ts`

/** Returns the sources of islands and of their texts, by the names that the browser uses. */
const modulesOf = (islands: RenderedIsland[], language: Language): Map<string, string> => {
  const sections = new Set<PageSection>(islands.flatMap(island => island.sections))
  return new Map([
    ...islands.map(({ island }) => [island, `views/${island}.island.tsx`] as const),
    ...[...sections].map(section => [`texts/${section}`, pageTexts(language, section)] as const),
  ])
}

/**
 * Reads Vite's manifest and returns the tags for scripts and styles. File names contain a content hash, so browsers may
 * cache them forever. Throws when the client is not built.
 */
export const loadAssets = (clientFolder: string): Assets => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8'))
  const chunk = (name: string): Chunk => {
    const found = manifest[name]
    if (!found) throw new Error(`${name} is not in the built client; run npm run build`)
    return found
  }
  const withImports = (name: string): string[] => [
    chunk(name).file,
    ...(chunk(name).imports ?? []).flatMap(withImports),
  ]
  const boot = chunk('client/boot.ts')
  const style = chunk('client/styles/main.css')
  const font = Object.values(manifest).find(c => /atkinson-hyperlegible-next-latin-wght-normal.*\.woff2$/.test(c.file))
  const mark = createHash('sha256')
    .update(readFileSync(join(clientFolder, 'assets/mark.svg')))
    .digest('hex')
    .slice(0, 8)
  return {
    head: [
      font && `<link rel="preload" href="/${font.file}" as="font" type="font/woff2" crossorigin>`,
      `<link rel="stylesheet" href="/${style.file}">`,
      `<link rel="icon" href="/assets/mark.svg?${mark}" type="image/svg+xml">`,
    ]
      .filter(Boolean)
      .join(''),
    frame: `<script type="module" src="/${chunk('client/frame-height.ts').file}"></script>`,
    scripts: (islands, language) => {
      const modules = modulesOf(islands, language)
      const soon = modulesOf(
        islands.filter(({ isLazy }) => !isLazy),
        language,
      )
      const files = new Set([...withImports('client/boot.ts'), ...[...soon.values()].flatMap(withImports)])
      files.delete(boot.file)
      const addresses = [...modules].map(([name, source]) => [name, `/${chunk(source).file}`])
      // A dialog may need its texts on any page.
      addresses.push(['texts/ui', `/${chunk(pageTexts(language, 'ui')).file}`])
      const named = escapeHtml(JSON.stringify(Object.fromEntries(addresses)))
      const preloads = [...files].map(file => `<link rel="modulepreload" href="/${file}">`).join('')
      return `<script type="module" src="/${boot.file}" data-modules="${named}"></script>${preloads}`
    },
  }
}
