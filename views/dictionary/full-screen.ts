/** Full screen in older Safari: iPhones support it for a video only; before 16.4 the functions have a prefix. */
interface OldSafari {
  webkitRequestFullscreen?(): void
  webkitEnterFullscreen?(): void
}

/** Shows the player on the whole screen, or ends that. Does nothing where a frame does not allow it. */
export const toggleFullScreen = (player: HTMLElement, video: HTMLVideoElement): void => {
  const [oldPlayer, oldVideo]: OldSafari[] = [player as OldSafari, video as OldSafari]
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  else if ('requestFullscreen' in player) player.requestFullscreen().catch(() => {})
  else if (oldPlayer?.webkitRequestFullscreen) oldPlayer.webkitRequestFullscreen()
  else oldVideo?.webkitEnterFullscreen?.()
}
