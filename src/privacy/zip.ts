import { strToU8, Zip, ZipDeflate } from 'fflate'

interface ZippedFile {
  name: string
  text: string
}

/** Makes a zip while its files are read, so that a school of any size needs little memory. */
export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const { name, text } of files) {
    const file = new ZipDeflate(name)
    zip.add(file)
    file.push(strToU8(text), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks
}
