import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { island } from '../island.ts'
import { paths } from '../paths.ts'
import type { PaletteOption } from './palette-options.ts'

const dialogs = {
  palette: lazy(() => import('./palette.tsx')),
  keys: lazy(() => import('./keys.tsx')),
}

interface FindBoxProps {
  typed: string
  actions: PaletteOption[]
}

/**
 * Staff search box. After hydration, the key / focuses it from anywhere on the page, Ctrl-K or Cmd-K opens the command
 * palette, and ? shows the keys.
 */
const FindBox = ({ typed, actions }: FindBoxProps) => {
  const box = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const asked = keyOf(event)
      if (asked === null) return
      event.preventDefault()
      if (asked !== 'search') return setOpen('HTMLDialogElement' in window ? asked : null)
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const Opened = open && dialogs[open]
  return (
    <form method="get" action={paths.find} className="find">
      <input
        ref={box}
        type="search"
        name="q"
        defaultValue={typed}
        className="input"
        aria-label="Find a name, code, email, token, course, school or payment"
        placeholder="Find a name, code, email, course…"
        aria-keyshortcuts="/"
        spellCheck={false}
        autoComplete="off"
      />
      <span className="shortcut">/</span>
      {Opened && (
        <Suspense>
          <Opened actions={actions} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </form>
  )
}

/** Returns what a key asks for. While one types, only Ctrl-K and Cmd-K count. */
const keyOf = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): 'palette' | 'keys' | 'search' | null => {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette'
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  if (isTyping || ctrlKey || metaKey || altKey) return null
  return key === '/' ? 'search' : key === '?' ? 'keys' : null
}

export default island('shell/find-box', FindBox)
