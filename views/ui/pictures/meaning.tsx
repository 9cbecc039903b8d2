import { useContext } from 'react'
import { pictureFiles } from '#src/signs/rules/pictures.ts'
import { useLanguage } from '../texts.ts'
import { DrawnContext } from './drawn.ts'

/** Returns the meanings of a sign in words, first in the language of the page. */
export const useMeanings = ({ english, spanish }: { english: string[]; spanish: string[] }) => {
  const meanings = [
    { lang: 'en', words: english.join(', ') },
    { lang: 'es', words: spanish.join(', ') },
  ].filter(({ words }) => words)
  return useLanguage() === 'es' ? meanings.reverse() : meanings
}

/**
 * Pictures of what a word means, side by side; never of how it is signed. Beside the words themselves `alt` stays
 * empty, so that screen readers do not repeat them. On pages to print they load at once, as Safari prints no others.
 */
export const MeaningPicture = ({
  picture,
  alt = '',
  toPrint = false,
  isInPage = false,
}: {
  picture: string
  alt?: string
  toPrint?: boolean
  /** The page contains the pictures: for a fixed few on a page without islands. */
  isInPage?: boolean
}) => {
  const { picture: inPage } = useContext(DrawnContext)
  return (
    <span className="meaning-picture">
      {pictureFiles(picture).map((src, nth) => (
        <img
          // biome-ignore lint/suspicious/noArrayIndexKey: two of the same picture may stand side by side
          key={nth}
          src={(isInPage && inPage(src)) || src}
          alt={nth === 0 ? alt : ''}
          width="64"
          height="64"
          loading={toPrint ? undefined : 'lazy'}
          decoding="async"
        />
      ))}
    </span>
  )
}
