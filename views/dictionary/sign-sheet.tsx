import { dictionaryMessages, type Sign } from '#src/signs/rules/dictionary.ts'
import { hrefs, paths } from '../paths.ts'
import { Player } from './player.tsx'

/** All facts about one sign. Says what is still missing and needs a Deaf signer. */
export const SignSheet = ({ sign }: { sign: Sign }) => (
  <div className="sign-sheet">
    <Player key={sign.slug} video={sign.video} name={sign.gloss} />
    <dl className="sign-facts">
      <dt>Meaning</dt>
      <dd>
        {sign.english.join(', ')} <span className="soft">({sign.partOfSpeech})</span>
      </dd>
      <dt>How to use it</dt>
      <dd>{sign.usage}</dd>
      <dt>How to sign it</dt>
      <dd className={sign.formation ? undefined : 'soft'}>{sign.formation ?? dictionaryMessages.unrecorded}</dd>
      <dt>Variants</dt>
      <dd className={sign.variants.length > 0 ? undefined : 'soft'}>
        {sign.variants.join(', ') || dictionaryMessages.unrecorded}
      </dd>
      {sign.transcript && (
        <>
          <dt>Transcript</dt>
          <dd>{sign.transcript}</dd>
        </>
      )}
      {sign.signer && (
        <>
          <dt>Signer</dt>
          <dd>{sign.signer}</dd>
        </>
      )}
      <dt>Lesson</dt>
      <dd>Unit {sign.lesson}</dd>
      <dt>Review</dt>
      <dd className={sign.reviewedAt ? undefined : 'soft'}>
        {sign.reviewedAt ? `${sign.reviewedBy}, ${sign.reviewedAt}` : dictionaryMessages.unreviewed}
      </dd>
    </dl>
    <a
      className="own-page"
      href={hrefs.dictionary(paths.dictionary, { sign: sign.slug })}
      target="_blank"
      rel="noopener"
    >
      Link to this sign
    </a>
  </div>
)
