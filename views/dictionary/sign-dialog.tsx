import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { clipOf, type PublishedClip, playedClip } from '#src/signs/rules/clip-media.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { drawnOf } from '#src/signs/rules/pictures.ts'
import { slugOfGloss } from '#src/signs/rules/sign-slug.ts'
import { Drawn } from '../fingerspelling/drawn.tsx'
import { learnHrefs as hrefs, learnPaths as paths } from '../learn-paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { MeaningPicture } from '../ui/pictures/meaning.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { Player } from './player.tsx'

interface SignSheetProps {
  sign: Sign
  /** Address of another sign, by its slug. */
  hrefOf(slug: string): string
  /** Links to the editor of the entry. */
  edits?: true | undefined
  /** A Deaf signer approved the drawn hands. */
  isReviewed: boolean
}

/** Glosses with a mark that the key explains. */
const MARKED = /^(?:IX-|POSS-|CL:|fs-|#)|\+\+$/

/**
 * All that is known about one sign, first its meaning in the language of the page. What is empty is left out. Entries
 * are in English, except for `spanish`.
 */
const SignSheet = ({ sign, hrefOf, edits, isReviewed }: SignSheetProps) => {
  const texts = useTexts('dictionary')
  const language = useLanguage()
  const { fields } = texts
  const clip = clipOf(sign.clips, 'sign')
  const drawn = drawnOf(sign.gloss)
  const [word = ''] = (sign.english[0] ?? '').replace(/\([^)]*\)/g, '').split(/[;,]/)
  const inNewTab = { target: '_blank', rel: 'noopener' }
  const plays = clip || sign.video
  const inSpanish = (
    <Fact label={fields.spanish} says>
      {sign.spanish.length > 0 && <span lang="es">{sign.spanish.join(', ')}</span>}
    </Fact>
  )
  return (
    <div className="sign-sheet">
      {plays && <ClipOrVideo key={sign.slug} clip={clip} video={sign.video} name={sign.gloss} starts />}
      <div className="sign-hero">
        {sign.picture && (
          <MeaningPicture
            picture={sign.picture}
            alt={texts.pictureOf(sign[language === 'es' && sign.spanish[0] ? 'spanish' : 'english'][0] ?? '')}
          />
        )}
        <dl className="sign-meaning">
          {language === 'es' && inSpanish}
          <Fact label={fields.english} says>
            <span lang="en">{sign.english.join(', ')}</span>{' '}
            <span className="soft">({texts.partOfSpeech(sign.partOfSpeech)})</span>
          </Fact>
          {language !== 'es' && inSpanish}
        </dl>
      </div>
      {!plays && drawn && (
        <div className="sign-drawn">
          <Drawn key={sign.slug} word={drawn} playLabel={texts.play} />
          {!isReviewed && <p className="soft">{texts.notReviewed}</p>}
        </div>
      )}
      {!drawn && (
        <div className="sign-instead">
          {!plays && <p>{texts.noVideo}</p>}
          {word && (
            <p>
              <a
                className="button button-quiet button-small"
                href={inLanguage(hrefs.fingerspelling(word.trim()), language)}
                {...inNewTab}
              >
                {texts.spell(word.trim())}
              </a>{' '}
              <span className="soft">{texts.notTheSign}</span>
            </p>
          )}
        </div>
      )}
      <dl className="sign-facts">
        <Fact label={fields.usage}>{sign.usage && <span lang="en">{sign.usage}</span>}</Fact>
        <Fact label={texts.inSentence}>
          {(sign.example || clipOf(sign.clips, 'example')) && (
            <ClipOrVideo
              clip={clipOf(sign.clips, 'example')}
              video={sign.example}
              name={texts.namedInSentence(sign.gloss)}
            />
          )}
        </Fact>
        <Fact label={fields.notes}>{sign.notes && <span lang="en">{sign.notes}</span>}</Fact>
        {textFields.map(field => (
          <Fact key={field} label={fields[field]}>
            {sign[field] && <span lang="en">{sign[field]}</span>}
          </Fact>
        ))}
        {sign.handshape && (
          <Fact label={fields.sameHand}>
            <a
              href={inLanguage(
                hrefs.dictionary(paths.dictionary, { term: texts.handshapeTerm(sign.handshape) }),
                language,
              )}
              {...inNewTab}
            >
              {texts.madeWith(sign.handshape)}
            </a>
          </Fact>
        )}
        <Fact label={fields.hands}>{sign.hands && texts.handCounts[sign.hands]}</Fact>
        <Fact label={fields.variants}>
          {sign.variants.length > 0 && <span lang="en">{sign.variants.join(', ')}</span>}
        </Fact>
        {(['related', 'confusable'] as const).map(field => (
          <Fact key={field} label={fields[field]}>
            {sign[field].length > 0 && <SignLinks glosses={sign[field]} hrefOf={hrefOf} />}
          </Fact>
        ))}
        <Fact label={texts.transcript}>{sign.transcript && <span lang="en">{sign.transcript}</span>}</Fact>
        {sign.clips
          .filter(({ kind, variant }) => kind === 'sign' && variant !== '')
          .map(other => (
            <Fact key={other.variant} label={other.variant}>
              <ClipOrVideo clip={other} video={null} name={`${sign.gloss}, ${other.variant}`} />
            </Fact>
          ))}
        <Fact label={texts.signer}>{clip?.signer ?? sign.signer}</Fact>
        <Fact label={texts.lesson}>{texts.unit(sign.lesson)}</Fact>
        <Fact label={texts.review}>{sign.reviewedAt && `${sign.reviewedBy}, ${sign.reviewedAt}`}</Fact>
      </dl>
      <a
        className="own-page"
        href={inLanguage(hrefs.dictionary(paths.dictionary, { sign: sign.slug }), language)}
        {...inNewTab}
      >
        {texts.linkToSign}
      </a>
      {MARKED.test(sign.gloss) && (
        <a className="own-page" href={inLanguage(paths.glosses, language)} {...inNewTab}>
          {texts.keyTo(sign.gloss)}
        </a>
      )}
      {edits && (
        <a className="own-page" href={hrefs.sign(sign.slug)}>
          {texts.changeEntry}
        </a>
      )}
    </div>
  )
}

/** A published clip, or else the video that the content names. */
const ClipOrVideo = ({
  clip,
  video,
  name,
  starts = false,
}: {
  clip: PublishedClip | null
  video: string | null
  name: string
  starts?: boolean
}) => <Player clip={clip && playedClip(clip)} video={video} name={name} starts={starts} />

const textFields = ['formation', 'handshape', 'otherHandshape', 'location', 'movement', 'mouth'] as const

/** A label and its value, or nothing if the value is empty. `says`: the value says what it is, so the label is hidden. */
const Fact = ({ label, says, children }: { label: string; says?: true; children: ReactNode }) =>
  children ? (
    <>
      <dt className={says && 'visually-hidden'}>{label}</dt>
      <dd>{children}</dd>
    </>
  ) : null

const SignLinks = ({ glosses, hrefOf }: { glosses: string[]; hrefOf: SignSheetProps['hrefOf'] }) => (
  <ul className="link-row">
    {glosses.map(gloss => (
      <li key={gloss}>
        <a className="gloss" lang="en" href={hrefOf(slugOfGloss(gloss))}>
          {gloss}
        </a>
      </li>
    ))}
  </ul>
)

interface SignDialogProps {
  sign: Sign
  /** Addresses for Back, Next and Close without JavaScript; null when there is no sign on that side. */
  back: string | null
  next: string | null
  close: string
  /** Address of another sign, by its slug. */
  hrefOf(slug: string): string
  edits?: true | undefined
  isReviewed: boolean
  go(where: 'back' | 'next' | 'close'): void
}

/**
 * Dialog with one sign. The server renders it open above the results, with three links. After hydration it is modal,
 * and the arrow keys work too.
 */
export const SignDialog = ({ sign, back, next, close, hrefOf, edits, isReviewed, go }: SignDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const ui = useTexts('ui')
  const texts = useTexts('dictionary')
  useEffect(() => {
    const shown = dialog.current
    if (!shown?.showModal) return
    shown.close()
    shown.showModal()
    return () => shown.close()
  }, [])
  // At the end of the list the focused link is gone. Focus the dialog so that the keys keep working.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each sign shown
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus()
  }, [sign])

  const follow = (where: 'back' | 'next' | 'close') => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(where)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    if (event.key === 'ArrowLeft' && back) go('back')
    else if (event.key === 'ArrowRight' && next) go('next')
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      open
      tabIndex={-1}
      className="sign-dialog"
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={event => {
        event.preventDefault()
        go('close')
      }}
    >
      <div className="sign-head">
        <h2 id={titleId} className="gloss" lang="en" aria-live="polite">
          {sign.gloss}
        </h2>
        <div className="sign-nav">
          {(back ?? next) !== null && (
            <>
              <DialogLink to={back} onClick={follow('back')}>
                {ui.back}
              </DialogLink>
              <DialogLink to={next} onClick={follow('next')}>
                {texts.next}
              </DialogLink>
            </>
          )}
          <DialogLink to={close} onClick={follow('close')}>
            {ui.close}
          </DialogLink>
        </div>
      </div>
      <SignSheet sign={sign} hrefOf={hrefOf} edits={edits} isReviewed={isReviewed} />
    </dialog>
  )
}

const DialogLink = ({
  to,
  onClick,
  children,
}: {
  to: string | null
  onClick(event: MouseEvent): void
  children: string
}) =>
  to === null ? (
    <span className="button button-quiet nav-none" aria-disabled="true">
      {children}
    </span>
  ) : (
    <a className="button button-quiet" href={to} onClick={onClick}>
      {children}
    </a>
  )
