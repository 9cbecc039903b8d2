import type { Texts } from '../texts.ts'
import * as pages from './pages/index.ts'
import reasons from './reasons.ts'
import sentences from './sentences.ts'

/** Spanish, as spoken in the United States. Students are `tú`; teachers and parents are `usted`. */
export default { ...pages, reasons, sentences } satisfies Texts
