import type { TestApp } from './app.ts'
import { textOf } from './html.ts'
import type { Me, Page } from './staff.ts'

/** A form of a page, with what a browser without JavaScript would send of it. */
export interface DrawnForm {
  action: string
  isMultipart: boolean
  fields: [name: string, value: string][]
  buttons: { label: string; name: string; value: string }[]
}

const attribute = (tag: string, name: string): string | undefined => {
  const [found, value = ''] = tag.match(new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`)) ?? []
  return found === undefined ? undefined : textOf(value.replaceAll('&amp;', '&'))
}

/** The page without the bar and the menu. */
const mainOf = (html: string): string => html.match(/<main\b[\s\S]*<\/main>/)?.[0] ?? html

/** Reads the forms of a page that post. */
const drawnForms = (html: string, url: string): DrawnForm[] =>
  [...mainOf(html).matchAll(/<form\b[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => ({
    action: attribute(form, 'action') || url,
    isMultipart: /^[^>]*multipart/.test(form),
    fields: fieldsOf(form),
    buttons: [...form.matchAll(/<button\b[^>]*>[\s\S]*?<\/button>/g)].map(([button]) => ({
      label: textOf(button),
      name: attribute(button.slice(0, button.indexOf('>') + 1), 'name') ?? '',
      value: attribute(button.slice(0, button.indexOf('>') + 1), 'value') ?? '',
    })),
  }))

const fieldsOf = (form: string): DrawnForm['fields'] =>
  [...form.matchAll(/<input\b[^>]*>|<textarea\b[\s\S]*?<\/textarea>|<select\b[\s\S]*?<\/select>/g)].flatMap(
    ([control]): DrawnForm['fields'] => {
      const tag = control.slice(0, control.indexOf('>') + 1)
      const name = attribute(tag, 'name')
      const type = attribute(tag, 'type') ?? 'text'
      if (!name || attribute(tag, 'disabled') !== undefined || type === 'file') return []
      if (control.startsWith('<textarea')) return [[name, textOf(control)]]
      if (control.startsWith('<select')) {
        const options = [...control.matchAll(/<option\b[^>]*>/g)].map(([option]) => option)
        const chosen = options.find(option => attribute(option, 'selected') !== undefined) ?? options[0]
        return chosen ? [[name, attribute(chosen, 'value') ?? '']] : []
      }
      if (/^(checkbox|radio)$/.test(type) && attribute(tag, 'checked') === undefined) return []
      return [[name, attribute(tag, 'value') ?? '']]
    },
  )

export interface Press {
  /** Page to open. */
  at: string
  intent: string
  /** Fields to type over those of the form. */
  over?: Record<string, string | string[]>
  /** Chooses the form if several have the button. */
  where?: (form: DrawnForm) => boolean
  file?: { name: string; bytes: Buffer }
}

/** Opens a page and presses a button, as a browser without JavaScript. Answers a question about it with a reason. */
export const press = async (app: TestApp, me: Me, { at, intent, over = {}, where = () => true, file }: Press) => {
  const page = await me.open(at)
  const form = findForm(page, at, intent, where)
  const answer = file ? await sendFile(app, me, form.action, file) : await send(me, form, intent, over)
  if (answer.status !== 200) return answer
  const asked = findForm(answer, form.action, intent, asked => asked.fields.some(([name]) => name === 'confirmed'))
  return send(me, asked, intent, { reason: 'as told' })
}

const findForm = (page: Page, url: string, intent: string, where: (form: DrawnForm) => boolean): DrawnForm => {
  const presses = ({ fields, buttons }: DrawnForm) =>
    fields.some(([name, value]) => name === 'intent' && value === intent) ||
    buttons.some(({ name, value }) =>
      intent === 'default' ? name !== 'intent' : name === 'intent' && value === intent,
    )
  const form = drawnForms(page.body, url).find(form => presses(form) && where(form))
  if (!form) throw new Error(`no form to ${intent} on ${url}: ${page.status} ${textOf(page.body).slice(-1500)}`)
  return form
}

const send = (me: Me, form: DrawnForm, intent: string, over: NonNullable<Press['over']>): Promise<Page> => {
  const fields: Record<string, string[]> = {}
  for (const [name, value] of form.fields) if (!(name in over)) fields[name] = [...(fields[name] ?? []), value]
  for (const [name, value] of Object.entries(over)) fields[name] = [value].flat()
  const button = form.buttons.find(({ name, value }) => name === 'intent' && value === intent)
  return me.post(form.action, button ? { ...fields, intent } : fields)
}

/** A form with a file has no other field. */
const sendFile = async (app: TestApp, me: Me, url: string, file: NonNullable<Press['file']>): Promise<Page> => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
  const request = new Request('http://localhost:3000', { method: 'POST', body })
  const answer = await app.server.inject({
    method: 'POST',
    url,
    headers: {
      cookie: me.cookie,
      origin: 'http://localhost:3000',
      host: 'localhost:3000',
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const { statusCode: status, body: text, headers } = answer
  return { status, body: text, location: String(headers.location ?? ''), headers }
}
