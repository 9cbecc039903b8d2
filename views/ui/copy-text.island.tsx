import { useId, useRef, useState } from 'react'
import { island } from '../island.ts'
import { Button } from './button.tsx'
import { useHydrated } from './hydrated.ts'
import { useTexts } from './texts.ts'

type Copied = { label: string; text: string; rows?: number }

/** Texts to send to somebody. Without JavaScript the person selects and copies them. */
const CopyTexts = ({ items }: { items: Copied[] }) => items.map(item => <CopyText key={item.label} {...item} />)

const CopyText = ({ label, text, rows = 5 }: Copied) => {
  const texts = useTexts('problem')
  const id = useId()
  const hydrated = useHydrated()
  const box = useRef<HTMLTextAreaElement>(null)
  const [state, setState] = useState<'copied' | 'selected' | null>(null)
  const copy = async () => {
    // The frame of an LMS may forbid the clipboard.
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (!copied) box.current?.select()
    setState(copied ? 'copied' : 'selected')
  }
  return (
    <div className="ask-form">
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <textarea ref={box} id={id} className="input" rows={rows} readOnly defaultValue={text} dir="auto" />
      </div>
      {hydrated && (
        <Button type="button" look="quiet" onClick={copy}>
          {texts.copy}
        </Button>
      )}
      <p className="hint" role="status">
        {state && texts[state]}
      </p>
    </div>
  )
}

export default island('ui/copy-text', CopyTexts, ['problem'])
