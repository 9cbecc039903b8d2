import { useEffect, useRef } from 'react'
import { island } from '../../island.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydrated.ts'

interface AtTimeProps {
  typed: string
  /** Length of the clip in seconds. */
  most: number
}

const shown = (): HTMLVideoElement | null => document.querySelector('.player video')

/** The time in the clip that a comment is about. With a script, one button takes the time that the player shows. */
const AtTime = ({ typed, most }: AtTimeProps) => {
  const hydrated = useHydrated()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const buttons = document.querySelectorAll<HTMLButtonElement>('[data-seek]')
    const seek = (event: Event) => {
      const video = shown()
      if (!video || !(event.currentTarget instanceof HTMLElement)) return
      video.pause()
      video.currentTime = Number(event.currentTarget.dataset.seek)
    }
    for (const button of buttons) {
      button.disabled = false
      button.addEventListener('click', seek)
    }
    return () => {
      for (const button of buttons) button.removeEventListener('click', seek)
    }
  }, [])
  return (
    <div className="row">
      <Field
        ref={box}
        label="At second"
        hint="Leave empty for the whole clip"
        name="at"
        type="number"
        min={0}
        max={Math.ceil(most)}
        step={0.01}
        defaultValue={typed}
      />
      {hydrated && (
        <Button
          type="button"
          look="quiet"
          onClick={() => {
            const video = shown()
            if (box.current && video) box.current.value = video.currentTime.toFixed(2)
          }}
        >
          Time shown now
        </Button>
      )}
    </div>
  )
}

export default island('staff/clip/at-time', AtTime)
