import { useEffect, useRef } from 'react'
import { island } from '../island.ts'
import { paths } from '../paths.ts'

/** Staff search box. After hydration, the key / focuses it from anywhere on the page. */
const FindBox = ({ typed }: { typed: string }) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focusBox = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented) return
      if (!(target instanceof HTMLElement) || event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey)
        return
      if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', focusBox)
    return () => document.removeEventListener('keydown', focusBox)
  }, [])
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
      <span className="key">/</span>
    </form>
  )
}

export default island('shell/find-box', FindBox)
