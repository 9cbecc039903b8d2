import type { StudioEntry } from '#src/signs/rules/clips/reviews.ts'

/** Meaning of a sign, beside the camera of a signer and the player of a reviewer. */
export const Meaning = ({ entry }: { entry: StudioEntry }) => (
  <div className="clip-meaning">
    <p className="gloss">{entry.gloss}</p>
    {entry.english.length > 0 && <p className="meaning-words">{entry.english.join(', ')}</p>}
    {entry.usage && <p>“{entry.usage}”</p>}
    {entry.notes && <p className="soft">{entry.notes}</p>}
    {entry.remark && (
      <p>
        <strong>The reviewer asks:</strong> {entry.remark}
      </p>
    )}
    {entry.lesson && <p className="soft">Unit {entry.lesson}</p>}
  </div>
)
