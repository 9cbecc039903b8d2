import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of a zip. Content that is compressed already, such as a video, is stored as it is. */
type ZippedFile = { name: string; text: string } | { name: string; content: AsyncIterable<Uint8Array> }

/** Makes a zip while its files are read, so that one of any size needs little memory. */
export async function* zipOf(files: Iterable<ZippedFile> | AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const given of files) {
    if ('text' in given) {
      const file = new ZipDeflate(given.name)
      zip.add(file)
      file.push(strToU8(given.text), true)
    } else {
      const file = new ZipPassThrough(given.name)
      zip.add(file)
      for await (const piece of given.content) {
        file.push(piece)
        yield* chunks.splice(0)
      }
      file.push(new Uint8Array(), true)
    }
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks
}
