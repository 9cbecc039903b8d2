import { useEffect, useRef, useState } from 'react'
import { island } from '../island.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { PracticeLaunch } from './practice.ts'

type Props = { launch: Pick<PracticeLaunch, 'action' | 'method' | 'fields'> } & Record<'frame' | 'relaunch', string>

/**
 * The form an LMS posts into its frame. Without JavaScript the person presses the button. Each launch works only once;
 * `relaunch` makes a new one. The frame takes the height that the page in it reports, as in Canvas.
 */
const AutoLaunch = ({ launch, frame, relaunch }: Props) => {
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(false)
  useEffect(() => {
    form.current?.submit()
    setSent(true)
  }, [])
  useEffect(() => {
    const resize = ({ data, source }: MessageEvent) => {
      const shown = document.querySelector<HTMLIFrameElement>(`iframe[name="${frame}"]`)
      if (shown && source === shown.contentWindow && data?.subject === 'lti.frameResize')
        shown.style.height = `${data.height}px`
    }
    addEventListener('message', resize)
    return () => removeEventListener('message', resize)
  }, [frame])
  return (
    <form ref={form} method={launch.method} action={launch.action} target={frame}>
      {launch.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {sent ? (
        <ButtonLink href={relaunch} look="quiet">
          Open it again
        </ButtonLink>
      ) : (
        <Button look="quiet">Open Signbook in the course</Button>
      )}
    </form>
  )
}

export default island('demo/auto-launch', AutoLaunch)
