import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { handFiles } from '#src/signs/rules/fingerspelling/hand-files.ts'
import { firstLooks, type Looks, readLooks } from '#src/signs/rules/fingerspelling/looks.ts'
import { type Moment, wayOfZ } from '#src/signs/rules/fingerspelling/playback.ts'
import { keepInBrowser, readKept } from '../ui/hydrated.ts'

interface PictureProps {
  /** Text in place of the picture; null where the letter must not be given away. */
  label: string | null
  /** The part of the drawing to show; all of it if left out. */
  frame?: string
  slides?: boolean
  children: ReactNode
}

interface DrawingProps {
  /** Name of a drawing: a letter, a number, or a moment of a moving letter. */
  drawing: string
  side?: string
  /** The page contains the drawing. */
  isInPage?: boolean
  way?: number
}

/** Size of a centimetre across, as each side sees it. */
const ACROSS: Record<string, number> = { viewer: 44.5, signer: -44.5, side: 15 }

const Drawing = ({ drawing, side = 'viewer', isInPage = false, way = 0 }: DrawingProps) => {
  const file = side === 'signer' || side === 'side' ? handFiles[side] : handFiles.viewer
  const [[left, top], [x, y]] = [wayOfZ[0]!, wayOfZ[way]!]
  const place = { x: (x - left) * (ACROSS[side] ?? 0), y: (top - y) * 44.5 }
  return <use href={`${isInPage ? '' : file}#${drawing}`} width="1024" height="1024" {...place} />
}

/** A picture with a text in its place, or one that is hidden from readers. */
const HandPicture = ({ label, frame = '0 0 1024 1024', slides, children }: PictureProps) => {
  const className = slides ? 'hand hand-slides' : 'hand'
  return label === null ? (
    <svg className={className} viewBox={frame} aria-hidden="true">
      {children}
    </svg>
  ) : (
    <svg className={className} viewBox={frame} role="img" aria-label={label}>
      {children}
    </svg>
  )
}

type HandProps = DrawingProps & Omit<PictureProps, 'children'>

/** A drawn hand. Its colours come from `data-skin` and `data-sleeve` of the page. */
export const Hand = ({ drawing, side, isInPage, ...picture }: HandProps) => (
  <HandPicture {...picture}>
    <Drawing drawing={drawing} side={side} isInPage={isInPage} />
  </HandPicture>
)

const MovingHand = lazy(() => import('./moving-hand.tsx'))

/** The hand at a moment: a drawing, or, once the code for it is there, a pose between two of them. */
export const PlayedHand = ({ moment, label, ...hand }: { moment: Moment } & Omit<HandProps, 'drawing'>) => {
  const { drawing, slides, index, way, change } = moment
  if (!drawing) return null
  const drawn = <Drawing drawing={drawing} way={way} {...hand} />
  return (
    <HandPicture key={slides ? index : 'hand'} label={label} slides={slides}>
      {change ? (
        <Suspense fallback={drawn}>
          <MovingHand change={change} side={hand.side} />
        </Suspense>
      ) : (
        drawn
      )}
    </HandPicture>
  )
}

const KEY = 'signbook-hands'
const CHANGED = 'signbook-hands-changed'

let shown: { kept: string | null; looks: Looks } = { kept: null, looks: firstLooks }

/** The chosen looks, the same object until they change. */
const current = (): Looks => {
  const kept = readKept(KEY)
  if (kept !== null && kept !== shown.kept) shown = { kept, looks: readLooks(kept) }
  return shown.looks
}

const subscribe = (changed: () => void) => {
  addEventListener(CHANGED, changed)
  addEventListener('storage', changed)
  return () => {
    removeEventListener(CHANGED, changed)
    removeEventListener('storage', changed)
  }
}

/** Looks of the drawn hands, kept in this browser, and a function that changes them on the whole page. */
export const useLooks = (): [Looks, (change: Partial<Looks>) => void] => {
  const looks = useSyncExternalStore(subscribe, current, () => firstLooks)
  useEffect(() => {
    const { skin, sleeve, hand } = looks
    Object.assign(document.documentElement.dataset, { skin, sleeve, hand })
  }, [looks])
  const change = (part: Partial<Looks>) => {
    const next = { ...looks, ...part }
    const kept = JSON.stringify(next)
    shown = { kept, looks: next }
    keepInBrowser(KEY, kept)
    dispatchEvent(new Event(CHANGED))
  }
  return [looks, change]
}
