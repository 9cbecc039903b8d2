/** Keeps what was typed on a page while its language changes. Passwords are left out, and nothing is sent. */
const KEY = 'signbook-typed'

type Kept = [name: string, value: string, isChecked: boolean][]

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fieldsOfPage = () =>
  [...document.querySelectorAll<Field>('main :is(input, select, textarea)[name]')].filter(
    ({ type }) => !['hidden', 'password', 'file'].includes(type),
  )

const isChecked = (field: Field) => 'checked' in field && field.checked

/** Keeps the fields until the next page of this tab, and leads the link to the step or the search that is shown. */
const keep = ({ target: link }: Event) => {
  if (link instanceof HTMLAnchorElement && link.pathname === location.pathname) {
    const query = new URLSearchParams(location.search)
    query.set('lang', link.hreflang)
    link.search = `${query}`
  }
  const kept: Kept = fieldsOfPage().map(field => [field.name, field.value, isChecked(field)])
  try {
    sessionStorage.setItem(KEY, JSON.stringify([location.pathname, kept]))
  } catch {
    // The browser stores nothing here, as before.
  }
}

/** Fills the fields of the same page in the other language, before its islands read them. */
const fill = () => {
  try {
    const [path, kept]: [string, Kept] = JSON.parse(sessionStorage.getItem(KEY) ?? '["", []]')
    sessionStorage.removeItem(KEY)
    if (path !== location.pathname) return
    for (const [i, field] of fieldsOfPage().entries()) {
      const [name, value, checked] = kept[i] ?? []
      if (name !== field.name || value === undefined) continue
      if ('checked' in field && /^(checkbox|radio)$/.test(field.type)) field.checked = checked ?? false
      else field.value = value
    }
  } catch {
    // As above.
  }
}

export const keepTyped = (): void => {
  fill()
  document.querySelector('.languages')?.addEventListener('click', keep)
}
