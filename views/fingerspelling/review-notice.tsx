import { useTexts } from '../ui/texts.ts'

/** The mark of drawings that no Deaf signer has reviewed. */
export const ReviewNotice = ({ reviewed }: { reviewed: boolean }) => {
  const { notReviewed } = useTexts('fingerspelling')
  return reviewed ? null : <p className="soft">{notReviewed}</p>
}
