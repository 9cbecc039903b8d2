import type { ClipFile } from './clips/clip.ts'

/** Clips as the dictionary and the player show them. */

type ClipMedia = Pick<ClipFile, 'role' | 'name' | 'width' | 'height'>

/** A published clip of a sign. */
export interface PublishedClip {
  /** The sign alone, or in a sentence. */
  kind: 'sign' | 'example'
  /** Region or variant; empty for the usual form. */
  variant: string
  signer: string
  /** YYYY-MM-DD */
  recordedOn: string
  reviewedBy: string | null
  /** YYYY-MM-DD; null for a clip that nobody reviewed. */
  reviewedOn: string | null
  duration: number
  fps: number
  files: ClipMedia[]
}

/** A clip for the player. */
export interface PlayedClip {
  /** The best first. */
  videos: { src: string; type: string; height: number }[]
  poster: string | null
  captions: string | null
  /** Frames a second; null if unknown. */
  fps: number | null
}

/** Address of a file of a clip, on our own origin. */
const address = (name: string): string => `/media/${name}`

const typeOf = (name: string): string => (name.endsWith('.webm') ? 'video/webm' : 'video/mp4')

/** A video file of another server, for the player. */
export const playedFile = (src: string): PlayedClip => ({
  videos: [{ src, type: '', height: 0 }],
  poster: null,
  captions: null,
  fps: null,
})

/** The published clip of a sign for a purpose, in its usual form; null if there is none. */
export const clipOf = (clips: PublishedClip[], kind: PublishedClip['kind']): PublishedClip | null =>
  clips.find(clip => clip.kind === kind && clip.variant === '') ?? null

export const playedClip = ({ files, fps }: { files: ClipMedia[]; fps: number | null }): PlayedClip => {
  const of = (role: ClipMedia['role']) => files.filter(file => file.role === role)
  const [poster] = of('poster')
  const [captions] = of('captions')
  return {
    videos: of('video').map(({ name, height }) => ({ src: address(name), type: typeOf(name), height: height ?? 0 })),
    poster: poster ? address(poster.name) : null,
    captions: captions ? address(captions.name) : null,
    fps,
  }
}

/** Address of a small picture of a clip, for a list; null if it has none. */
export const smallPicture = ({ files }: PublishedClip): string | null => {
  const picture = files.find(({ role }) => role === 'thumbnail') ?? files.find(({ role }) => role === 'poster')
  return picture ? address(picture.name) : null
}
