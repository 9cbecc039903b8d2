import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { actionOfKey, band, clock, speeds } from '#src/domain/player.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { usePlayback } from './use-playback.ts'

/**
 * A sign on a plain stage: slower, mirrored, a part of it again and again, frame by frame, on light or dark ground, each
 * by a button and by one key. It starts only when asked, without sound. Without a script it is the browser's own player.
 */
export const VideoPlayer = ({ video, name }: { video: string; name: string }) => {
  const element = useRef<HTMLVideoElement>(null)
  const alive = useHydrated()
  const { playing, at, duration, speed, loop, mirrored, ground, act, seek, changeSpeed } = usePlayback(element)

  const repeated = band(loop, duration)

  const keys = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target as HTMLElement
    // Arrows belong to the slider and to the speeds while they have the focus.
    if (/^Arrow/.test(event.key) && target.tagName === 'INPUT') return event.stopPropagation()
    // A button is pressed with the space bar.
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys need a place to be pressed at
      tabIndex={0}
      data-ground={ground}
      onKeyDown={keys}
    >
      <video
        ref={element}
        className={mirrored ? 'stage mirrored' : 'stage'}
        src={video}
        preload="metadata"
        playsInline
        muted
        controls={!alive}
        aria-label={`${name}, video`}
        onClick={() => alive && act('play')}
      />
      {alive && (
        <div className="player-bar">
          <div className="player-row">
            <Key onClick={() => act('play')} keys="Space" wide>
              {playing ? 'Pause' : 'Play'}
            </Key>
            <span className="player-seek">
              {repeated && (
                <span
                  className="player-band"
                  style={{ '--from': repeated.from, '--to': repeated.to } as CSSProperties}
                />
              )}
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
            <Key onClick={() => act('frame-back')} keys="," label="One frame back">
              ‹ Frame
            </Key>
            <Key onClick={() => act('frame-on')} keys="." label="One frame on">
              Frame ›
            </Key>
          </div>
          <div className="player-row">
            <Key onClick={() => act('mirror')} keys="M" pressed={mirrored}>
              Mirror
            </Key>
            <Key onClick={() => act('mark-a')} keys="A" pressed={loop.a !== null} label="Repeat from here (A)">
              {loop.a === null ? 'A' : `A ${clock(loop.a)}`}
            </Key>
            <Key onClick={() => act('mark-b')} keys="B" pressed={loop.b !== null} label="Repeat up to here (B)">
              {loop.b === null ? 'B' : `B ${clock(loop.b)}`}
            </Key>
            <Key onClick={() => act('no-loop')} keys="L" disabled={loop.a === null && loop.b === null}>
              No loop
            </Key>
            <Key onClick={() => act('ground')} keys="G" pressed={ground === 'dark'}>
              Dark stage
            </Key>
          </div>
          <p className="hint player-help">
            Keys: Space plays, <kbd>,</kbd> <kbd>.</kbd> one frame, <kbd>−</kbd> <kbd>+</kbd> speed, <kbd>M</kbd>{' '}
            mirror, <kbd>A</kbd> <kbd>B</kbd> loop, <kbd>L</kbd> no loop, <kbd>G</kbd> ground
          </p>
        </div>
      )}
    </div>
  )
}

interface KeyProps {
  onClick(): void
  /** The key that does the same. */
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
