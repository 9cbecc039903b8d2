import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { marked } from 'marked'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Content, LegalText } from '../domain/content.ts'

const LegalHead = z.object({ title: z.string().min(1), version: z.coerce.string().min(1) })

/** Reads the content folder once, at start: a broken file stops the start and is named. */
export const loadContent = async (folder: string): Promise<Content> => ({
  terms: await loadLegal(join(folder, 'legal/terms.md')),
  privacy: await loadLegal(join(folder, 'legal/privacy.md')),
})

const loadLegal = async (file: string): Promise<LegalText> => {
  const source = await readFile(file, 'utf8')
  const [, head = '', body = ''] = source.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? []
  const parsed = LegalHead.safeParse(parse(head, { schema: 'failsafe' }))
  if (!parsed.success) throw new Error(`${file}: the front matter needs title and version`)
  return { ...parsed.data, html: await marked.parse(body) }
}
