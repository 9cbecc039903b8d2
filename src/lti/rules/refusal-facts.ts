/**
 * A reason to refuse a launch, for staff and the administrator of the LMS. What everybody reads on its page is in the
 * catalogues: `launchRefusals` in src/core/rules/languages/.
 */
export interface RefusalFacts {
  status: 400 | 401 | 403
  /** Short name of the reason. */
  title: string
  /** The technical cause and its fix. */
  administrator: string
}
