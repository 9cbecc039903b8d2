import { isKeyOf } from '#src/core/rules/guards.ts'
import { type ListedLaunch, outcomeText } from '#src/lti/rules/launch-list.ts'
import { refusals } from '#src/lti/rules/launch-refusal.ts'
import { Badge } from '../../ui/badge.tsx'

/** Badge that says what a launch led to. */
export const Outcome = ({ entry }: { entry: Pick<ListedLaunch, 'outcome' | 'binding'> }) => {
  const tone = isKeyOf(refusals, entry.outcome) ? 'problem' : entry.outcome === 'asked' ? 'plain' : 'good'
  return <Badge tone={tone}>{outcomeText(entry)}</Badge>
}
