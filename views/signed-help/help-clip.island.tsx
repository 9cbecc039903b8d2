import { island } from '../island.ts'
import { HelpClipView } from './help-clip-view.tsx'

export default island('signed-help/help-clip', HelpClipView, ['ui', 'help', 'dictionary'])
