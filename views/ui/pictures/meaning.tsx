import { pictureFiles } from '#src/signs/rules/pictures.ts'

/**
 * Pictures of what a word means, side by side; never of how it is signed. Beside the words themselves `alt` stays
 * empty, so that screen readers do not repeat them.
 */
export const MeaningPicture = ({ picture, alt = '' }: { picture: string; alt?: string }) => (
  <span className="meaning-picture">
    {pictureFiles(picture).map((src, nth) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two of the same picture may stand side by side
      <img key={nth} src={src} alt={nth === 0 ? alt : ''} width="64" height="64" loading="lazy" decoding="async" />
    ))}
  </span>
)
