import { handFiles } from '#src/fingerspelling/rules/hand-files.ts'

interface HandProps {
  /** Name of a drawing: a letter, a number, or a moment of a moving letter. */
  drawing: string
  side?: string
  /** Text in place of the picture; null where the letter must not be given away. */
  label: string | null
  slides?: boolean
}

/** A drawn hand. Its colours come from `data-skin` and `data-sleeve` of the page. */
export const Hand = ({ drawing, side = 'viewer', label, slides = false }: HandProps) => {
  const file = side === 'signer' || side === 'side' ? handFiles[side] : handFiles.viewer
  const use = <use href={`${file}#${drawing}`} />
  const className = slides ? 'hand hand-slides' : 'hand'
  return label === null ? (
    <svg className={className} viewBox="0 0 1024 1024" aria-hidden="true">
      {use}
    </svg>
  ) : (
    <svg className={className} viewBox="0 0 1024 1024" role="img" aria-label={label}>
      {use}
    </svg>
  )
}
