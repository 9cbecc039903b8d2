/** A row as staff know it: what it is called, and what its page is asked for by. */
export interface RowLabel {
  /** As lines of the audit call it, or 'message'. */
  kind: string
  id: number
  name: string | null
  /** Of a person in a course, and of a message about one: which. */
  course?: string | null
  /** What the world knows it by: a context id, a key, a code, an address. */
  key?: string | null
  /** Of a person in a course; of a course of LTI 1.3, somebody's in it. */
  token?: string | null
}
