/** Returns the fields of a form as text, in order; a name may repeat. Not for forms with files. */
export const fieldsOf = (form: HTMLFormElement | null): [name: string, value: string][] =>
  [...new FormData(form ?? undefined)].map(([name, value]) => [name, String(value)])

/** Returns the input of a form with this name; null when there is none, or several. */
export const inputOf = (form: HTMLFormElement | null | undefined, name: string): HTMLInputElement | null => {
  const found = form?.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : null
}

/** Returns the input that an event came from; null when it came from another element. */
export const inputIn = ({ target }: { target: EventTarget | null }): HTMLInputElement | null =>
  target instanceof HTMLInputElement ? target : null
