import { useId, useRef, useState } from 'react'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'

/** A text to send to somebody. Without JavaScript the person selects and copies it. */
const CopyText = ({ text }: { text: string }) => {
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
        <label htmlFor={id}>{texts.copyText}</label>
        <textarea ref={box} id={id} className="input" rows={5} readOnly defaultValue={text} />
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

export default island('errors/copy-text', CopyText, ['problem'])
