import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { clipOf, playedClip } from '#src/signs/rules/clip-media.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { drawnOf } from '#src/signs/rules/pictures.ts'
import { slugOfGloss } from '#src/signs/rules/sign-slug.ts'
import { Drawn } from '../fingerspelling/drawn.tsx'
import { learnHrefs as hrefs, learnPaths as paths } from '../learn-paths.ts'
import { PageLink } from '../ui/page-link.tsx'
import { MeaningPicture } from '../ui/pictures/meaning.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { Player } from './video-player.tsx'

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
  const word = (sign.english[0] ?? '')
    .replace(/\([^)]*\)/g, '')
    .split(/[;,]/)[0]
    ?.trim()
  const plays = clip || sign.video
  const example = clipOf(sign.clips, 'example')
  const inSpanish = <Fact label={fields.spanish} says of={inEnglish(sign.spanish.join(', '), 'es')} />
  const facts: [string, ReactNode][] = [
    [fields.usage, inEnglish(sign.usage)],
    [
      texts.inSentence,
      (sign.example || example) && (
        <Player clip={example && playedClip(example)} video={sign.example} name={texts.namedInSentence(sign.gloss)} />
      ),
    ],
    [fields.notes, inEnglish(sign.notes)],
    ...textFields.map((field): [string, ReactNode] => [fields[field], inEnglish(sign[field])]),
    [
      fields.sameHand,
      sign.handshape && (
        <PageLink to={hrefs.dictionary(paths.dictionary, { term: texts.handshapeTerm(sign.handshape) })} newTab>
          {texts.madeWith(sign.handshape)}
        </PageLink>
      ),
    ],
    [fields.hands, sign.hands && texts.handCounts[sign.hands]],
    [fields.variants, inEnglish(sign.variants.join(', '))],
    ...(['related', 'confusable'] as const).map((field): [string, ReactNode] => [
      fields[field],
      sign[field].length > 0 && <SignLinks glosses={sign[field]} hrefOf={hrefOf} />,
    ]),
    [texts.transcript, inEnglish(sign.transcript)],
    ...sign.clips
      .filter(({ kind, variant }) => kind === 'sign' && variant !== '')
      .map((other): [string, ReactNode] => [
        other.variant,
        <Player key="v" clip={playedClip(other)} video={null} name={`${sign.gloss}, ${other.variant}`} />,
      ]),
    [texts.signer, clip?.signer ?? sign.signer],
    [texts.lesson, texts.unit(sign.lesson)],
    [texts.review, sign.reviewedAt && `${sign.reviewedBy}, ${sign.reviewedAt}`],
  ]
  return (
    <div className="sign-sheet">
      {plays && <Player key={sign.slug} clip={clip && playedClip(clip)} video={sign.video} name={sign.gloss} starts />}
      <div className="sign-hero">
        {sign.picture && (
          <MeaningPicture
            picture={sign.picture}
            alt={texts.pictureOf(sign[language === 'es' && sign.spanish[0] ? 'spanish' : 'english'][0] ?? '')}
          />
        )}
        <dl className="sign-meaning">
          {language === 'es' && inSpanish}
          <Fact
            label={fields.english}
            says
            of={
              <>
                {inEnglish(sign.english.join(', '))}{' '}
                <span className="soft">({texts.partOfSpeech(sign.partOfSpeech)})</span>
              </>
            }
          />
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
              <PageLink className="button button-quiet button-small" to={hrefs.fingerspelling(word)} newTab>
                {texts.spell(word)}
              </PageLink>{' '}
              <span className="soft">{texts.notTheSign}</span>
            </p>
          )}
        </div>
      )}
      <dl className="sign-facts">
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} of={value} />
        ))}
      </dl>
      <PageLink className="own-page" to={hrefs.dictionary(paths.dictionary, { sign: sign.slug })} newTab>
        {texts.linkToSign}
      </PageLink>
      {MARKED.test(sign.gloss) && (
        <PageLink className="own-page" to={paths.glosses} newTab>
          {texts.keyTo(sign.gloss)}
        </PageLink>
      )}
      {edits && (
        <a className="own-page" href={hrefs.sign(sign.slug)}>
          {texts.changeEntry}
        </a>
      )}
    </div>
  )
}

/** A text of an entry, which is in English unless said otherwise; null for an empty one. */
const inEnglish = (text: string | null, lang = 'en') => (text ? <span lang={lang}>{text}</span> : null)

const textFields = ['formation', 'handshape', 'otherHandshape', 'location', 'movement', 'mouth'] as const

/** A label and its value, or nothing if the value is empty. `says`: the value says what it is, so the label is hidden. */
const Fact = ({ label, says, of: value }: { label: string; says?: true; of: ReactNode }) =>
  value ? (
    <>
      <dt className={says && 'visually-hidden'}>{label}</dt>
      <dd>{value}</dd>
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

interface SignDialogProps extends SignSheetProps {
  /** Addresses for Back, Next and Close without JavaScript; null when there is no sign on that side. */
  back: string | null
  next: string | null
  close: string
  go(where: 'back' | 'next' | 'close'): void
}

/**
 * Dialog with one sign. The server renders it open above the results, with three links. After hydration it is modal,
 * and the arrow keys work too.
 */
export const SignDialog = ({ back, next, close, go, ...sheet }: SignDialogProps) => {
  const { sign } = sheet
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
      <SignSheet {...sheet} />
    </dialog>
  )
}

const DialogLink = (props: { to: string | null; onClick(event: MouseEvent): void; children: string }) =>
  props.to === null ? (
    <span className="button button-quiet nav-none" aria-disabled="true">
      {props.children}
    </span>
  ) : (
    <a className="button button-quiet" href={props.to} onClick={props.onClick}>
      {props.children}
    </a>
  )
