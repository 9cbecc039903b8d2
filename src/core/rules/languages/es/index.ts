import type { Texts } from '../texts.ts'
import home from './home.ts'
import legal from './legal.ts'
import mails from './mails.ts'
import deck from './pages/deck.ts'
import help from './pages/help.ts'
import join from './pages/join.ts'
import pay from './pages/pay.ts'
import success from './pages/success.ts'
import ui from './pages/ui.ts'
import parents from './parents.ts'
import reasons from './reasons.ts'
import sentences from './sentences.ts'

/** Spanish, as spoken in the United States. Students are `tú`; teachers and parents are `usted`. */
export default {
  home,
  legal,
  parents,
  mails,
  deck,
  help,
  join,
  pay,
  success,
  ui,
  reasons,
  sentences,
} satisfies Texts
