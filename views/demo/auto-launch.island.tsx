import { useEffect, useRef, useState } from 'react'
import { island } from '../island.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { PracticeLaunch } from './practice.ts'

interface Props {
  launch: Pick<PracticeLaunch, 'action' | 'method' | 'fields'>
  frame: string
  /** A launch works once: the next one is made by this page anew. */
  again: string
}

/** The form that an LMS posts into its frame. Without a script one presses the button, as some LMSs ask for too. */
const AutoLaunch = ({ launch, frame, again }: Props) => {
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(false)
  useEffect(() => {
    form.current?.submit()
    setSent(true)
  }, [])
  return (
    <form ref={form} method={launch.method} action={launch.action} target={frame}>
      {launch.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {sent ? (
        <ButtonLink href={again} look="quiet">
          Open it again
        </ButtonLink>
      ) : (
        <Button look="quiet">Open Signbook in the course</Button>
      )}
    </form>
  )
}

export default island('demo/auto-launch', AutoLaunch)
