import { Notice } from '../ui/notice.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useServerTexts } from '../ui/texts.ts'
import type { ChosenSigns } from './load-signs.ts'

/** Says why there are no signs: an unknown unit, an unknown link of a list, or an empty list. */
export const NoSigns = ({ list }: Pick<ChosenSigns, 'list'>) => {
  const { none } = useServerTexts('deck')
  const { gone, noSigns } = useServerTexts('lists')
  return (
    <div className="no-signs">
      <Shelf />
      <Notice tone="plain">{list ? (list.name === null ? gone : noSigns) : none}</Notice>
    </div>
  )
}
