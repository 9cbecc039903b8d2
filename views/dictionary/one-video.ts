/** Pauses all other videos of the page, so that never two play at once. */
export const playAlone = (video: HTMLVideoElement): void => {
  for (const other of document.querySelectorAll('video')) if (other !== video) other.pause()
}

/** True for people who ask their device for less motion. */
export const wantsStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
