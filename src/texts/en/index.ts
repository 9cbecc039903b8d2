import cards from './cards.ts'
import codeCard from './code-card.ts'
import courseState from './course-state.ts'
import credits from './credits.ts'
import deepLink from './deep-link.ts'
import errors from './errors.ts'
import glosses from './glosses.ts'
import helpTemplates from './help-templates.ts'
import home from './home.ts'
import launch from './launch.ts'
import launchCheck from './launch-check.ts'
import launchRefusals from './launch-refusals.ts'
import legal from './legal.ts'
import lists from './lists.ts'
import mails from './mails.ts'
import code from './pages/code.ts'
import deck from './pages/deck.ts'
import dictionary from './pages/dictionary.ts'
import fingerspelling from './pages/fingerspelling.ts'
import help from './pages/help.ts'
import join from './pages/join.ts'
import pay from './pages/pay.ts'
import problem from './pages/problem.ts'
import success from './pages/success.ts'
import teacher from './pages/teacher.ts'
import ui from './pages/ui.ts'
import parents from './parents.ts'
import reasons from './reasons.ts'
import registration from './registration.ts'
import roster from './roster.ts'
import seats from './seats.ts'
import sentences from './sentences.ts'
import vocabulary from './vocabulary.ts'

/** English. Many sentences have a fixed wording, odd grammar included: do not change them without the publisher. */
export default {
  errors,
  codeCard,
  courseState,
  credits,
  deepLink,
  glosses,
  helpTemplates,
  home,
  launch,
  launchCheck,
  launchRefusals,
  legal,
  parents,
  lists,
  mails,
  code,
  deck,
  dictionary,
  fingerspelling,
  help,
  join,
  pay,
  problem,
  success,
  teacher,
  ui,
  reasons,
  registration,
  roster,
  cards,
  seats,
  sentences,
  vocabulary,
}
