/** A row as staff know it: its name, and the keys of its page. */
export interface RowLabel {
  /** Kind of the audit subject, or 'message'. */
  kind: string
  id: number
  name: string | null
  /** Course name, for a person in a course or a message about one. */
  course?: string | null
  /** Outside identifier: a context id, key, code or address. */
  key?: string | null
  /** Token of the person in the course; for an LTI 1.3 course, the token of any member. */
  token?: string | null
}
