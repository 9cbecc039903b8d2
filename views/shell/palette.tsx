import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { hrefs } from '../paths.ts'
import { ModalDialog } from './modal-dialog.tsx'
import { matchingGroups, type OptionGroup, type PaletteOption, pagesOf } from './palette-options.ts'
import { useHits } from './use-hits.ts'

interface PaletteProps {
  actions: PaletteOption[]
  onClose(): void
}

/** Command palette: pages, actions and records in one list, as a combobox (WAI-ARIA Authoring Practices). */
const Palette = ({ actions, onClose }: PaletteProps) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const own = useMemo(
    () => [
      { title: 'Pages', options: pagesOf(document) },
      { title: 'Actions', options: actions },
    ],
    [actions],
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
  return (
    <ModalDialog title="Go to" onClose={onClose}>
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
    </ModalDialog>
  )
}

const everywhere = (text: string): OptionGroup => ({
  title: 'Everything',
  options: [{ label: `Find “${text}”`, href: hrefs.find(text) }],
})

/** Several actions lead to one page. */
const keyOf = ({ label, href }: PaletteOption): string => `${label} ${href}`

interface GroupProps {
  id: string
  group: OptionGroup
  /** Place of the first option in the whole list. */
  first: number
  /** Place of the chosen option. */
  at: number
}

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
