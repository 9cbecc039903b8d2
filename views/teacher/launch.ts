/** Query parameters that every address of the teacher page needs. */
export interface Launch {
  token: string
  state: string
}
