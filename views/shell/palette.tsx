import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { hrefs } from '../paths.ts'

export interface PaletteOption {
  label: string
  href: string
  detail?: string
}

interface OptionGroup {
  title: string
  options: PaletteOption[]
}

/** Characters from which records are searched. Every search is written to the audit, as on the page Find. */
const MIN_SEARCH = 3

/** Returns the groups whose options contain every typed word, without empty groups. */
const matchingGroups = (groups: OptionGroup[], typed: string): OptionGroup[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const has = ({ label }: PaletteOption) => words.every(word => label.toLowerCase().includes(word))
  return groups
    .map(({ title, options }) => ({ title, options: options.filter(has) }))
    .filter(({ options }) => options.length > 0)
}

/** Reads the results of the page Find: a row of each table, and the person that it shows whole. */
const hitsOf = (find: Document, typed: string): OptionGroup[] => {
  const person = find.querySelector('#person h2')?.textContent
  const page = find.querySelector('#person a[href^="/people/"]')?.getAttribute('href') ?? hrefs.find(typed)
  const tables = [...find.querySelectorAll('.hits .panel')].map(panel => ({
    title: panel.querySelector('h2')?.textContent ?? '',
    options: [...panel.querySelectorAll('tbody tr')].flatMap(optionOf),
  }))
  const found = person ? [{ title: 'People', options: [{ label: person, href: page }] }, ...tables] : tables
  return found.filter(({ options }) => options.length > 0)
}

const optionOf = (row: Element): PaletteOption[] => {
  const link = row.querySelector('a')
  if (!link) return []
  const cells = [...row.querySelectorAll('td, th')].filter(cell => !cell.contains(link))
  const detail = cells.map(cell => cell.textContent).join(' · ')
  return [{ label: link.textContent ?? '', href: link.getAttribute('href') ?? '', detail }]
}

const PAUSE_MS = 350

/** Searches records once the typing pauses. Null while an answer is on its way. */
const useHits = (typed: string): OptionGroup[] | null => {
  const [hits, setHits] = useState<{ typed: string; groups: OptionGroup[] }>({ typed: '', groups: [] })
  const isSearched = typed.length >= MIN_SEARCH
  useEffect(() => {
    if (!isSearched) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const page = await fetch(hrefs.find(typed), { signal: stop.signal }).then(
        answer => (answer.redirected ? '' : answer.text()),
        () => '',
      )
      if (stop.signal.aborted) return
      setHits({ typed, groups: hitsOf(new DOMParser().parseFromString(page, 'text/html'), typed) })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, isSearched])
  if (!isSearched) return []
  return hits.typed === typed ? hits.groups : null
}

interface PaletteProps {
  pages: PaletteOption[]
  actions: PaletteOption[]
  onClose(): void
}

/** Command palette: pages, actions and records in one list, as a combobox (WAI-ARIA Authoring Practices). */
const Palette = ({ pages, actions, onClose }: PaletteProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const own = useMemo(
    () => [
      { title: 'Pages', options: pages },
      { title: 'Actions', options: actions },
    ],
    [pages, actions],
  )
  const text = typed.trim()
  const hits = useHits(text)
  const groups = [...matchingGroups(own, text), ...(hits ?? []), ...(text ? [everywhere(text)] : [])]
  const options = groups.flatMap(group => group.options)
  const at = Math.max(
    0,
    options.findIndex(option => keyOf(option) === chosen),
  )
  const move = (step: number) => {
    const next = options[(at + step + options.length) % options.length]
    if (!next) return
    setChosen(keyOf(next))
    document.getElementById(id + options.indexOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && options[at]) location.assign(options[at].href)
    else return
    event.preventDefault()
  }
  return createPortal(
    <dialog ref={dialog} className="dialog" aria-labelledby="modal-title" onClose={onClose}>
      <form method="dialog" className="dialog-head">
        <h2 id="modal-title">Go to</h2>
        <button type="submit" className="button button-quiet">
          Close
        </button>
      </form>
      <div className="palette">
        <input
          type="text"
          role="combobox"
          className="input"
          aria-label="Page, action, name, code, email or course"
          placeholder="Page, action, name, code…"
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={options.length > 0 ? id + at : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setChosen(null)
          }}
          onKeyDown={press}
        />
        <p className="visually-hidden" role="status">
          {hits === null ? 'Searching…' : `${options.length} ${options.length === 1 ? 'choice' : 'choices'}`}
        </p>
        <div id={`${id}list`} role="listbox" aria-label="Choices" className="palette-list">
          {groups.map(group => (
            <Group key={group.title} id={id} group={group} first={options.indexOf(group.options[0]!)} at={at} />
          ))}
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

const everywhere = (text: string): OptionGroup => ({
  title: 'Everything',
  options: [{ label: `Find “${text}”`, href: hrefs.find(text) }],
})

/** Several actions lead to one page. */
const keyOf = ({ label, href }: PaletteOption): string => `${label} ${href}`

type GroupProps = { id: string; group: OptionGroup } & Record<'first' | 'at', number>

/** `first` and `at` are the places of its first option, and of the chosen one, in the whole list. */
const Group = ({ id, group: { title, options }, first, at }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are not form fields
  <div role="group" aria-labelledby={`${id}group${first}`}>
    <p id={`${id}group${first}`} className="palette-title">
      {title}
    </p>
    {options.map((option, index) => (
      <a
        key={keyOf(option)}
        id={id + (first + index)}
        role="option"
        aria-selected={first + index === at}
        className="palette-option"
        tabIndex={-1}
        href={option.href}
      >
        {option.label}
        {option.detail && <span className="soft"> {option.detail}</span>}
      </a>
    ))}
  </div>
)

export default Palette
