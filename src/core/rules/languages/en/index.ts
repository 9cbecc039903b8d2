import * as pages from './pages/index.ts'
import reasons from './reasons.ts'
import sentences from './sentences.ts'

/** English. The specification fixes many of these sentences: they stay letter for letter. */
export default { ...pages, reasons, sentences }
