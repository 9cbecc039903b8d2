import { dictionaryMessages } from '#src/signs/rules/dictionary.ts'
import { isVideoFile } from '#src/signs/rules/sign-player.ts'
import { Mark } from '../ui/mark.tsx'
import { VideoPlayer } from './video-player.tsx'

interface PlayerProps {
  /** A video file, a page of the video host for a frame, or null when not recorded yet. */
  video: string | null
  /** Gloss of the sign. */
  name: string
}

/** Shows a sign's video. Nothing plays on its own. */
export const Player = ({ video, name }: PlayerProps) => {
  if (!video)
    return (
      <div className="stage stage-empty">
        <Mark size={56} />
        <p>{dictionaryMessages.unrecorded}</p>
      </div>
    )
  if (isVideoFile(video)) return <VideoPlayer video={video} name={name} />
  return <iframe className="stage" src={video} title={`${name}, video`} loading="lazy" allow="fullscreen" />
}
