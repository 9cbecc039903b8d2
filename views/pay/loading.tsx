import { useTexts } from '../ui/texts.ts'

/** Shown while a hydrated page reloads its state. */
export const Loading = () => (
  <p className="loading" role="status">
    <span className="spinner" /> {useTexts('ui').oneMoment}
  </p>
)
