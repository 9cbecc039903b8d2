import { type PlayedClip, playedFile } from '#src/signs/rules/clip-media.ts'
import { isVideoFile } from '#src/signs/rules/sign-player.ts'
import { useTexts } from '../ui/texts.ts'
import { VideoPlayer } from './video-player.tsx'

interface PlayerProps {
  /** A clip of our own. */
  clip?: PlayedClip | null
  /** Instead of a clip: a video file, or a page of the video host for a frame. */
  video: string | null
  /** Gloss of the sign. */
  name: string
  /** Plays at once, unless the visitor asked for less motion. */
  starts?: boolean
}

/** Shows a sign's video. */
export const Player = ({ clip = null, video, name, starts = false }: PlayerProps) => {
  const texts = useTexts('dictionary')
  if (clip) return <VideoPlayer clip={clip} name={name} starts={starts} />
  if (video === null) return null
  if (isVideoFile(video)) return <VideoPlayer clip={playedFile(video)} name={name} starts={false} />
  return <iframe className="stage" src={video} title={texts.video(name)} loading="lazy" allow="fullscreen" />
}
