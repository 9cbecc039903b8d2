/** An upload as it streams in. `cut()`: the file exceeded the size limit, and the rest is not read. */
export interface ImportFile {
  bytes: AsyncIterable<Buffer>
  cut(): boolean
}

/** One parsed line of a CSV file. */
export interface ImportLine {
  /** Line number as editors count; for a row that spans lines, the last one. */
  line: number
  cells: string[]
}
