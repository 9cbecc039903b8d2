import { useEffect, useState } from 'react'
import { CODE_MAX, CODE_MIN, codeGroups } from '#src/access/rules/access-code.ts'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { keepCode } from '../ui/kept-code.ts'
import { useTexts } from '../ui/texts.ts'

/** Shows the code in the address after '#', which no server sees, and keeps it for the code step. */
const ScannedCode = () => {
  const texts = useTexts('code')
  const [code, setCode] = useState('')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const scanned = decodeURIComponent(location.hash.slice(1)).trim()
    if (scanned.length < CODE_MIN || scanned.length > CODE_MAX) return
    setCode(scanned)
    keepCode(scanned)
    // The page in another language shows the code too.
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) link.hash = location.hash
  }, [])
  if (code === '') return <p>{texts.onCard}</p>
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="scanned-code">
      <p>
        <span className="visually-hidden">{code}</span>
        <code aria-hidden="true">
          {codeGroups(code).map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat, and never move
            <span key={at}>{group}</span>
          ))}
        </code>
      </p>
      <Button type="button" look="quiet" onClick={copy}>
        {texts.copy}
      </Button>
      <p aria-live="polite" className="hint">
        {copied ? texts.copied : ''}
      </p>
    </div>
  )
}

export default island('code/scanned-code', ScannedCode, ['code'])
