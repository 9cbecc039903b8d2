import { dictionaryMessages } from '#src/domain/dictionary.ts'
import { isVideoFile } from '#src/domain/player.ts'
import { Mark } from '../ui/mark.tsx'
import { VideoPlayer } from './video-player.tsx'

interface PlayerProps {
  /** A video file, a host's page for a frame, or nothing yet. */
  video: string | null
  /** What is signed: the gloss. */
  name: string
}

/** The stage of a sign. Nothing on it moves until somebody starts it. */
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
