import { useId, useRef, useState } from 'react'
import { type PlayedClip, playedFile } from '#src/signs/rules/clip-media.ts'
import { band, clock, isVideoFile, speeds } from '#src/signs/rules/sign-player.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'
import { usePlayback, usePlayerKeys } from './use-playback.ts'

declare module 'react' {
  interface CSSProperties {
    /** Start and end of the loop, as shares of the duration. */
    '--from'?: number
    '--to'?: number
  }
}

interface VideoPlayerProps {
  clip: PlayedClip
  name: string
  starts: boolean
  /** Language of the captions, and its name. */
  captionsIn?: { language: string; name: string }
  /** Plays once. Clips of signs repeat. */
  once?: boolean
}

const ENGLISH = { language: 'en', name: 'English' }

/**
 * Player for a sign. The video is the play button; below it are play, slow motion, mirror, repeat and full screen. On a
 * narrow screen "Play" shows only while it has the focus.
 * Speeds, single frames, a loop, captions and the background are behind "More". Each has a key. Muted. Without JavaScript
 * it is the browser's own player.
 */
export const VideoPlayer = ({ clip, name, starts, captionsIn = ENGLISH, once = false }: VideoPlayerProps) => {
  const root = useRef<HTMLDivElement>(null)
  const more = useId()
  const element = useRef<HTMLVideoElement>(null)
  const hydrated = useHydrated()
  const texts = useTexts('dictionary')
  const playback = usePlayback(root, element, clip, { starts, once })
  const { playing, at, duration, speed, loop, repeats, captioned, mirrored, background } = playback
  const { act, seek, changeSpeed } = playback
  usePlayerKeys(root, act)
  const loopBand = band(loop, duration)
  const [isMore, setMore] = useState(false)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls with keys of its own, not of a form
    <div
      ref={root}
      className="player"
      role="group"
      aria-label={texts.player(name)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: must be focusable for its keyboard shortcuts
      tabIndex={0}
      data-background={background}
    >
      <div className={hydrated && !playing ? 'player-screen is-still' : 'player-screen'}>
        <video
          ref={element}
          className={mirrored ? 'stage mirrored' : 'stage'}
          poster={clip.poster ?? undefined}
          preload="metadata"
          playsInline
          muted
          loop={repeats}
          controls={!hydrated}
          aria-label={texts.video(name)}
          onClick={() => hydrated && act('play')}
        >
          {sourcesOf(clip).map(({ src, type, small }) => (
            <source key={`${src}${small}`} src={src} type={type || undefined} media={small ? SMALL : undefined} />
          ))}
          {clip.captions && (
            <track kind="captions" src={clip.captions} srcLang={captionsIn.language} label={captionsIn.name} default />
          )}
        </video>
      </div>
      {hydrated && (
        <div className={isMore ? 'player-bar is-more' : 'player-bar'}>
          <div className="player-row player-wide">
            <span className="player-seek">
              {loopBand && <span className="player-band" style={{ '--from': loopBand.from, '--to': loopBand.to }} />}
              <input
                type="range"
                aria-label={texts.position}
                aria-valuetext={texts.timeOf(clock(at), clock(duration))}
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
          <div className="player-row player-main">
            <Key does={() => act('play')} keys="Space" at="player-play" text={playing ? texts.pause : texts.play} />
            <Key
              does={() => changeSpeed(speed < 1 ? 1 : SLOW)}
              keys="-"
              pressed={speed < 1}
              icon="slow"
              text={texts.slow}
            />
            <Key does={() => act('mirror')} keys="M" pressed={mirrored} icon="mirror" text={texts.mirror} />
            <Key does={() => act('repeat')} keys="R" pressed={repeats} icon="repeat" text={texts.repeat} />
            <Key does={() => act('full')} keys="F" icon="full" text={texts.fullScreen} />
            <button
              type="button"
              className="player-key"
              aria-expanded={isMore}
              aria-controls={more}
              onClick={() => setMore(!isMore)}
            >
              <Word icon="more">{texts.more}</Word>
            </button>
          </div>
          <div id={more} className="player-more" hidden={!isMore}>
            <div className="player-row">
              <fieldset className="player-speeds">
                <legend className="visually-hidden">{texts.speed}</legend>
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
              <Key does={() => act('frame-back')} keys="," label={texts.previousFrame} text={`‹ ${texts.frame}`} />
              <Key does={() => act('frame-on')} keys="." label={texts.nextFrame} text={`${texts.frame} ›`} />
            </div>
            <div className="player-row">
              <Key
                does={() => act('mark-a')}
                keys="A"
                pressed={loop.a !== null}
                text={texts.startLoop + timeOf(loop.a)}
              />
              <Key
                does={() => act('mark-b')}
                keys="B"
                pressed={loop.b !== null}
                text={texts.endLoop + timeOf(loop.b)}
              />
              <Key
                does={() => act('no-loop')}
                keys="L"
                disabled={loop.a === null && loop.b === null}
                text={texts.clearLoop}
              />
              <Key does={() => act('ground')} keys="G" pressed={background === 'dark'} text={texts.darkBackground} />
              {clip.captions && <Key does={() => act('captions')} keys="C" pressed={captioned} text={texts.captions} />}
            </div>
            <p className="hint player-help">{texts.keys}</p>
          </div>
        </div>
      )}
    </div>
  )
}

/** Speed of the button for slow motion. */
const SLOW = 0.5

/** Windows that show the small video. A browser that does not know `media` takes it, too. */
const SMALL = '(max-width: 640px)'
const SMALL_HEIGHT = 360

/** The small videos for small windows, then all, the best first. */
const sourcesOf = ({ videos }: PlayedClip) => [
  ...videos.filter(v => v.height > 0 && v.height <= SMALL_HEIGHT).map(v => ({ ...v, small: true })),
  ...videos.map(v => ({ ...v, small: false })),
]

const timeOf = (at: number | null): string => (at === null ? '' : ` ${clock(at)}`)

interface KeyProps {
  does(): void
  /** Keyboard shortcut. */
  keys: string
  text: string
  label?: string
  pressed?: boolean
  disabled?: boolean
  /** Picture in place of the words on a narrow screen, in the style sheet. */
  icon?: string
  /** A class of its own. */
  at?: string
}

const Key = ({ does, keys, text, label, pressed, disabled, icon, at = '' }: KeyProps) => (
  <button
    type="button"
    className={`player-key ${at}`}
    onClick={does}
    aria-label={label}
    aria-pressed={pressed}
    aria-keyshortcuts={keys}
    disabled={disabled}
  >
    {icon ? <Word icon={icon}>{text}</Word> : text}
  </button>
)

const Word = ({ icon, children }: { icon: string; children: string }) => (
  <>
    <span className={`player-icon icon-${icon}`} />
    <span className="player-word">{children}</span>
  </>
)

interface PlayerProps {
  /** A clip of our own. */
  clip?: PlayedClip | null
  /** Instead of a clip: a video file, or a page of the video host for a frame. */
  video: string | null
  /** Gloss of the sign. */
  name: string
  /** Plays at once, unless the visitor asked for less motion. */
  starts?: boolean
}

/** Shows a sign's video. */
export const Player = ({ clip = null, video, name, starts = false }: PlayerProps) => {
  const texts = useTexts('dictionary')
  if (clip) return <VideoPlayer clip={clip} name={name} starts={starts} />
  if (video === null) return null
  if (isVideoFile(video)) return <VideoPlayer clip={playedFile(video)} name={name} starts={false} />
  return <iframe className="stage" src={video} title={texts.video(name)} loading="lazy" allow="fullscreen" />
}
