import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { actionOfKey, band, clock, speeds } from '#src/signs/rules/sign-player.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { usePlayback } from './use-playback.ts'

declare module 'react' {
  interface CSSProperties {
    /** Start and end of the loop, as shares of the duration. */
    '--from'?: number
    '--to'?: number
  }
}

/**
 * Player for a sign: slow motion, mirror, loop, single frames, and a light or dark background, each by button and key.
 * Muted, and starts only on request. Without JavaScript it is the browser's own player.
 */
export const VideoPlayer = ({ video, name }: { video: string; name: string }) => {
  const element = useRef<HTMLVideoElement>(null)
  const hydrated = useHydrated()
  const { playing, at, duration, speed, loop, mirrored, background, act, seek, changeSpeed } = usePlayback(element)

  const loopBand = band(loop, duration)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    // The focused slider or speed control uses the arrow keys.
    if (/^Arrow/.test(event.key) && target.tagName === 'INPUT') return event.stopPropagation()
    // The space bar presses the focused button.
    if (event.key === ' ' && target.tagName !== 'VIDEO' && !target.classList.contains('player')) return
    const action = actionOfKey(event.key)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    act(action)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls with keys of its own, not of a form
    <div
      className="player"
      role="group"
      aria-label={`Player: ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: must be focusable for its keyboard shortcuts
      tabIndex={0}
      data-background={background}
      onKeyDown={onKeyDown}
    >
      <video
        ref={element}
        className={mirrored ? 'stage mirrored' : 'stage'}
        src={video}
        preload="metadata"
        playsInline
        muted
        controls={!hydrated}
        aria-label={`${name}, video`}
        onClick={() => hydrated && act('play')}
      />
      {hydrated && (
        <div className="player-bar">
          <div className="player-row">
            <Key onClick={() => act('play')} keys="Space" wide>
              {playing ? 'Pause' : 'Play'}
            </Key>
            <span className="player-seek">
              {loopBand && <span className="player-band" style={{ '--from': loopBand.from, '--to': loopBand.to }} />}
              <input
                type="range"
                aria-label="Position"
                aria-valuetext={`${clock(at)} of ${clock(duration)}`}
                min={0}
                max={duration || 1}
                step={0.01}
                value={Math.min(at, duration || 1)}
                onChange={event => seek(Number(event.target.value))}
              />
            </span>
            <output className="player-time">
              {clock(at)} / {clock(duration)}
            </output>
          </div>
          <div className="player-row">
            <fieldset className="player-speeds">
              <legend className="visually-hidden">Speed</legend>
              {speeds.map(s => (
                <label key={s}>
                  <input
                    type="radio"
                    name={`speed ${name}`}
                    value={s}
                    checked={s === speed}
                    onChange={() => changeSpeed(s)}
                  />
                  <span>{s}×</span>
                </label>
              ))}
            </fieldset>
            <Key onClick={() => act('frame-back')} keys="," label="Previous frame">
              ‹ Frame
            </Key>
            <Key onClick={() => act('frame-on')} keys="." label="Next frame">
              Frame ›
            </Key>
          </div>
          <div className="player-row">
            <Key onClick={() => act('mirror')} keys="M" pressed={mirrored}>
              Mirror
            </Key>
            <Key onClick={() => act('mark-a')} keys="A" pressed={loop.a !== null} label="Start loop here (A)">
              {loop.a === null ? 'A' : `A ${clock(loop.a)}`}
            </Key>
            <Key onClick={() => act('mark-b')} keys="B" pressed={loop.b !== null} label="End loop here (B)">
              {loop.b === null ? 'B' : `B ${clock(loop.b)}`}
            </Key>
            <Key onClick={() => act('no-loop')} keys="L" disabled={loop.a === null && loop.b === null}>
              Clear loop
            </Key>
            <Key onClick={() => act('ground')} keys="G" pressed={background === 'dark'}>
              Dark background
            </Key>
          </div>
          <p className="hint player-help">
            Keys: Space plays, <kbd>,</kbd> <kbd>.</kbd> one frame, <kbd>−</kbd> <kbd>+</kbd> speed, <kbd>M</kbd>{' '}
            mirror, <kbd>A</kbd> <kbd>B</kbd> loop, <kbd>L</kbd> clear loop, <kbd>G</kbd> background
          </p>
        </div>
      )}
    </div>
  )
}

interface KeyProps {
  onClick(): void
  /** Keyboard shortcut. */
  keys: string
  children: ReactNode
  label?: string
  pressed?: boolean
  disabled?: boolean
  wide?: boolean
}

const Key = ({ onClick, keys, children, label, pressed, disabled, wide }: KeyProps) => (
  <button
    type="button"
    className={wide ? 'player-key player-key-wide' : 'player-key'}
    onClick={onClick}
    aria-label={label}
    aria-pressed={pressed}
    aria-keyshortcuts={keys}
    disabled={disabled}
  >
    {children}
  </button>
)
