import { useEffect, useState } from 'react'
import { codeGroups, codeProblem } from '#src/codes/rules/access-code.ts'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { keepCode } from '../ui/kept-code.ts'

/** Shows the code in the address after '#', which no server sees, and keeps it for the code step. */
const ScannedCode = () => {
  const [code, setCode] = useState('')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const scanned = decodeURIComponent(location.hash.slice(1)).trim()
    if (codeProblem(scanned)) return
    setCode(scanned)
    keepCode(scanned)
  }, [])
  if (code === '') return <p>Your code is on your card.</p>
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
        Copy code
      </Button>
      <p aria-live="polite" className="hint">
        {copied ? 'Copied. Paste it into the Access Code box.' : ''}
      </p>
    </div>
  )
}

export default island('code/scanned-code', ScannedCode)
