/** A legal text: its version is what an enrollment stores when a person agrees to it. */
export interface LegalText {
  title: string
  version: string
  html: string
}

/** What the publisher writes and the server only reads. */
export interface Content {
  terms: LegalText
  privacy: LegalText
}
