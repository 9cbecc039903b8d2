/** What every address of the teacher page carries. */
export interface Launch {
  token: string
  state: string
}
