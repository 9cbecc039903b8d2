import type { PlayedClip } from '#src/signs/rules/clip-media.ts'
import { isVideoFile } from '#src/signs/rules/sign-player.ts'
import { VideoPlayer } from './video-player.tsx'

interface PlayerProps {
  /** A clip of our own. */
  clip?: PlayedClip | null
  /** A video file, or a page of the video host for a frame. */
  video: string | null
  /** Gloss of the sign. */
  name: string
}

/** Shows a sign's video. Nothing plays on its own. */
export const Player = ({ video, name }: PlayerProps) =>
  video === null ? null : isVideoFile(video) ? (
    <VideoPlayer video={video} name={name} />
  ) : (
    <iframe className="stage" src={video} title={`${name}, video`} loading="lazy" allow="fullscreen" />
  )
