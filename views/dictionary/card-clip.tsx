import { useRef, useState } from 'react'
import { clipOf, type PublishedClip, playedClip } from '#src/signs/rules/clip-media.ts'
import { playAlone, wantsStill } from './one-video.ts'

/** The poster of a sign on its card. Its smallest video plays on touch or hover, unless less motion is asked for. */
export const CardClip = ({ clips }: { clips: PublishedClip[] }) => {
  const [plays, setPlays] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const clip = clipOf(clips, 'sign') ?? clips.find(({ kind }) => kind === 'sign')
  if (!clip) return null
  const { poster, thumbnails, videos } = playedClip(clip)
  const picture = thumbnails[0] ?? poster
  const smallest = Math.min(...videos.map(({ height }) => height))
  return (
    <span className="card-clip" onPointerEnter={() => setPlays(!wantsStill())} onPointerLeave={() => setPlays(false)}>
      {plays ? (
        <video
          ref={video}
          poster={picture ?? undefined}
          autoPlay
          loop
          muted
          playsInline
          onPlay={() => video.current && playAlone(video.current)}
        >
          {videos
            .filter(({ height }) => height === smallest)
            .map(({ src, type }) => (
              <source key={src} src={src} type={type} />
            ))}
        </video>
      ) : (
        picture && <img src={picture} alt="" loading="lazy" />
      )}
    </span>
  )
}
