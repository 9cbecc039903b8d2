import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Folders in which Debian, Docker images and Homebrew put programs. */
export const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']

interface Places {
  folders?: readonly string[]
  /** Also look among the development packages. */
  packages: boolean
}

/**
 * Finds the programs that make clips: the system's by name, else those of the development packages by path, so that a
 * fresh checkout makes clips. Their ffmpeg is of 2018, so use them in demo mode only. A program that is missing keeps its
 * name, because it may be installed later.
 */
export const findPrograms = (places: Places) => ({
  ffmpeg: findProgram('ffmpeg', places),
  ffprobe: findProgram('ffprobe', places),
})

const findProgram = (name: string, { folders = FOLDERS, packages }: Places): string => {
  const isInstalled = folders.some(folder => isProgram(join(folder, name)))
  return (!isInstalled && packages && findPackaged(name)) || name
}

const findPackaged = (name: string): string | undefined => {
  try {
    const path = createRequire(import.meta.url).resolve(
      `@${name}-installer/${process.platform}-${process.arch}/${name}`,
    )
    return isProgram(path) ? path : undefined
  } catch {
    return undefined
  }
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
