import type { Texts } from '#src/core/rules/languages/texts.ts'
import type { TeacherTab } from '#src/signs/rules/teacher.ts'

export const tabName = ({ tabs }: Texts['teacher'], tab: TeacherTab): string => tabs[tab === 'how-to' ? 'howTo' : tab]
