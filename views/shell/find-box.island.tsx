import { lazy, Suspense, useEffect, useState } from 'react'
import { island } from '../island.ts'
import { paths } from '../paths.ts'
import type { PaletteOption } from './palette.tsx'

const Palette = lazy(() => import('./palette.tsx'))

type FindBoxProps = { typed: string } & Record<'pages' | 'actions', PaletteOption[]>

/** Staff search box. After hydration, Ctrl-K or Cmd-K opens the command palette. */
const FindBox = ({ typed, ...groups }: FindBoxProps) => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (!(ctrlKey || metaKey) || altKey || key.toLowerCase() !== 'k') return
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen('HTMLDialogElement' in window)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <form method="get" action={paths.find} className="find">
      <input
        type="search"
        name="q"
        defaultValue={typed}
        className="input"
        aria-label="Find a name, code, email, token, course, school or payment"
        placeholder="Find a name, code, email, course…"
        spellCheck={false}
        autoComplete="off"
      />
      <span className="shortcut">Ctrl K</span>
      {isOpen && (
        <Suspense>
          <Palette {...groups} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </form>
  )
}

export default island('shell/find-box', FindBox)
