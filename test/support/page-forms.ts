import { textOf } from './html.ts'

/** A form of a page: where it posts to, and its fields with the values that the page offers. */
export interface PageForm {
  action: string
  fields: Record<string, string[]>
}

const attribute = (tag: string, name: string): string | null => {
  const [, value = null] = tag.match(new RegExp(`\\b${name}="([^"]*)"`)) ?? []
  return value === null ? null : textOf(value)
}

/** Reads the forms of a page that post. `url` is the address of the page. */
export const formsOf = (html: string, url: string): PageForm[] =>
  [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = '', inside = '']) =>
    /method="post"/.test(head) ? [{ action: attribute(head, 'action') ?? url, fields: fieldsOf(inside) }] : [],
  )

/** The options of a list belong to the list before them. */
const fieldsOf = (inside: string): PageForm['fields'] => {
  const fields: PageForm['fields'] = {}
  let list = ''
  for (const [tag, kind] of inside.matchAll(/<(input|textarea|button|select|option)\b[^>]*>/g)) {
    const name = kind === 'option' ? list : attribute(tag, 'name')
    if (kind === 'select') list = name ?? ''
    if (name) fields[name] = [...(fields[name] ?? []), attribute(tag, 'value') ?? '']
  }
  return fields
}
