import { Notice } from '../ui/notice.tsx'
import { useServerTexts } from '../ui/texts.ts'
import type { ChosenSigns } from './load-signs.ts'

/** Says why there are no signs: an unknown unit, an unknown link of a list, or an empty list. */
export const NoSigns = ({ list }: Pick<ChosenSigns, 'list'>) => {
  const { none } = useServerTexts('deck')
  const { gone, noSigns } = useServerTexts('lists')
  if (!list) return <Notice tone="plain">{none}</Notice>
  return <Notice tone="plain">{list.name === null ? gone : noSigns}</Notice>
}
