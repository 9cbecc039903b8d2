import { notReviewed } from '#src/fingerspelling/rules/alphabet.ts'
import { Notice } from '../ui/notice.tsx'

/** The mark of drawings that no Deaf signer has reviewed. */
export const ReviewNotice = ({ reviewed }: { reviewed: boolean }) =>
  reviewed ? null : <Notice tone="plain">{notReviewed}</Notice>
