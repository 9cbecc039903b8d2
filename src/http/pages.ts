import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Language } from '#src/core/rules/language.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'
import { pictureOf } from '#src/core/rules/staff.ts'
import type { PageSection } from '#src/texts/catalogues.ts'
import { type Assets, type DocumentInput, makeDocument, type SignedClips } from '#views/document.ts'
import type { RenderedIsland } from '#views/island-host.tsx'
import type { FramedBy, Outside, Screen, Site } from '#views/screen.ts'
import { contentSecurityPolicy, type PolicySettings, permissionsPolicy, requestingOrigin } from './security.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  assets?: string[]
}

const pageTexts = (language: Language, section: PageSection): string => `src/texts/${language}/pages/${section}.ts`

/** Returns the sources of islands and of their texts, by the names that the browser uses. */
const modulesOf = (islands: RenderedIsland[], language: Language): Map<string, string> => {
  const sections = new Set<PageSection>(islands.flatMap(island => island.sections))
  return new Map([
    ...islands.map(({ island }) => [island, `views/${island}.island.tsx`] as const),
    ...[...sections].map(section => [`texts/${section}`, pageTexts(language, section)] as const),
  ])
}

const asDataAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** Returns the tags for scripts and styles by Vite's manifest. Throws when the client is not built. */
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
  const font = Object.values(manifest).find(c => /\/next-[\w-]{8}\.woff2$/.test(c.file))
  // In the page itself: it is smaller than a request for it.
  const mark = asDataAddress(readFileSync(join(clientFolder, 'assets/mark.svg'), 'utf8'))
  const hands = readFileSync(join(clientFolder, 'assets/hands-viewer.svg'), 'utf8').matchAll(
    /<symbol id="(\w+)".*?<\/symbol>/gs,
  )
  const pictures = new Map<string, string>()
  const picture = (address: string): string => {
    const known = pictures.get(address) ?? asDataAddress(readFileSync(join(clientFolder, address), 'utf8'))
    pictures.set(address, known)
    return known
  }
  const scripts = new Map<string, string>()
  return {
    drawn: { hands: new Map([...hands].map(([markup, name = '']) => [name, markup])), picture },
    head: `${font ? `<link rel="preload" href="/${font.file}" as="font" type="font/woff2" crossorigin>` : ''}<link rel="icon" href="${mark}" type="image/svg+xml">`,
    sheet: name => `<link rel="stylesheet" href="/${chunk(`client/styles/${name}.css`).file}">`,
    page: language => {
      const [file, dialog, texts] = ['client/page.ts', 'client/text-dialog.ts', pageTexts(language, 'ui')].map(
        name => `/${chunk(name).file}`,
      )
      return `<script type="module" src="${file}" data-code="${dialog}" data-texts="${texts}"></script>`
    },
    scripts: (islands, language) => {
      const page = `${language} ${islands.map(({ island, isLazy }) => `${island}${isLazy ? '?' : ''}`)}`
      const known = scripts.get(page)
      if (known) return known
      const modules = modulesOf(islands, language)
      const soon = modulesOf(
        islands.filter(({ isLazy }) => !isLazy),
        language,
      )
      const files = new Set([...withImports('client/boot.ts'), ...[...soon.values()].flatMap(withImports)])
      files.delete(boot.file)
      const addresses = [...modules].map(([name, source]) => [name, `/${chunk(source).file}`])
      const named = escapeHtml(JSON.stringify(Object.fromEntries(addresses)))
      const preloads = [...files].map(file => `<link rel="modulepreload" href="/${file}">`).join('')
      const tags = `<script type="module" src="/${boot.file}" data-modules="${named}"></script>${preloads}`
      scripts.set(page, tags)
      return tags
    },
  }
}

export interface PageOptions extends Omit<DocumentInput, 'language' | 'switchAt'> {
  /** English unless set. */
  language?: Language | undefined
  /**
   * The address of the page in other languages; `within` if the page contains them, as the answer to a form that cannot
   * be sent again; `english` if it is for staff or administrators and exists in English only.
   */
  switchAt: { url: string } | 'within' | 'english'
  status: number
  framedBy: FramedBy
  camera?: boolean | undefined
  outside?: Outside[]
  /** Further origins allowed in form-action, besides our own and the card provider's. */
  formTargets?: string[]
}

const framersOf = ({ request }: FastifyReply, framedBy: FramedBy, { publicUrl }: Site): FramedBy => {
  if (framedBy === 'nobody' || framedBy.lms.length > 0) return framedBy
  return { lms: [requestingOrigin(request, publicUrl) ?? []].flat() }
}

/** Sends pages with the shared document and security policy. */
export type Pages = ReturnType<typeof makePages>

export const makePages = (
  assets: Assets,
  site: Site,
  policy: PolicySettings,
  { screens, help }: { screens: Screen[]; help: SignedClips },
) => {
  const document = makeDocument(assets, screens, help, site.isCopy)
  return {
    site,
    send(
      reply: FastifyReply,
      { status, framedBy, outside, formTargets = [], camera, language = 'en', switchAt, shell, ...drawn }: PageOptions,
    ): FastifyReply {
      const contentPolicy = contentSecurityPolicy(
        framersOf(reply, framedBy, site),
        { ...policy, origins: [...policy.origins, ...formTargets] },
        outside,
        shell ? pictureOf(shell.staff)?.origin : undefined,
        camera,
      )
      return reply
        .code(status)
        .header('permissions-policy', permissionsPolicy(camera))
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', contentPolicy)
        .send(
          document({ ...drawn, language, shell, switchAt: typeof switchAt === 'string' ? undefined : switchAt.url }),
        )
    },
  }
}
