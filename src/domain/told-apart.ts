interface KnownByLms {
  /** Null: signed up with us. */
  ltiUserId: string | null
}

interface ToldApart<Person> {
  /** What two must share for nobody to know which of them is meant. */
  called(person: Person): string
  /** What is said of who signed up with us. */
  signedUp: string
}

const MARK_MIN = 4

/**
 * For each of these people, in their order, what tells them from others who are called the same: as much of the end of
 * their id in the LMS as differs, and no more of it. Null: what they are called does.
 */
export const duplicateNameMarks = <Person extends KnownByLms>(
  people: Person[],
  { called, signedUp }: ToldApart<Person>,
): (string | null)[] => {
  const idsOf = new Map<string, (string | null)[]>()
  for (const person of people) idsOf.set(called(person), [...(idsOf.get(called(person)) ?? []), person.ltiUserId])
  return people.map(person => {
    const alike = idsOf.get(called(person)) ?? []
    if (alike.length < 2) return null
    return person.ltiUserId === null ? signedUp : `LMS ID ends in ${endOf(person.ltiUserId, alike)}`
  })
}

/** The shortest end of an id that no other of these has: of four characters at least, less what joins them to the rest. */
const endOf = (id: string, all: (string | null)[]): string => {
  const others = all.filter(other => other !== id)
  for (let length = MARK_MIN; length < id.length; length++) {
    const end = id.slice(-length).replace(/^[^\p{L}\p{N}]+/u, '')
    if (end !== '' && !others.some(other => other?.endsWith(end))) return end
  }
  return id
}
