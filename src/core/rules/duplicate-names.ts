interface KnownByLms {
  /** Null if the person signed up with us. */
  ltiUserId: string | null
}

interface MarkOptions<Person> {
  /** Key under which two people cannot be distinguished. */
  called(person: Person): string
  /** Mark of people who signed up with us. */
  signedUp: string
  /** Mark of people with a login in the LMS, by the end of their id there. */
  idEndsIn?(end: string): string
}

const MARK_MIN = 4

/**
 * Returns, for each person in order, a mark that distinguishes them from others with the same name: the shortest end of
 * their LMS id that differs. Null if the name is unique.
 */
export const duplicateNameMarks = <Person extends KnownByLms>(
  people: Person[],
  { called, signedUp, idEndsIn = end => `LMS ID ends in ${end}` }: MarkOptions<Person>,
): (string | null)[] => {
  const idsOf = new Map<string, (string | null)[]>()
  for (const person of people) idsOf.set(called(person), [...(idsOf.get(called(person)) ?? []), person.ltiUserId])
  return people.map(person => {
    const alike = idsOf.get(called(person)) ?? []
    if (alike.length < 2) return null
    return person.ltiUserId === null ? signedUp : idEndsIn(endOf(person.ltiUserId, alike))
  })
}

/** Returns the shortest end of an id, from four characters on, that no other id has. Leading separators are removed. */
const endOf = (id: string, all: (string | null)[]): string => {
  const others = all.filter(other => other !== id)
  for (let length = MARK_MIN; length < id.length; length++) {
    const end = id.slice(-length).replace(/^[^\p{L}\p{N}]+/u, '')
    if (end !== '' && !others.some(other => other?.endsWith(end))) return end
  }
  return id
}
